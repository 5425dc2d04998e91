package io.streakboard.leaderboard.live;

/**
 * How a board in Redis differs from MySQL.
 *
 * @param members of the board in Redis
 * @param learners with points in MySQL
 * @param missing learners with points that are not on the board
 * @param different members whose points are not those in MySQL
 * @param surplus members without points in MySQL
 */
public record BoardDrift(long members, long learners, long missing, long different, long surplus) {

    public boolean none() {
        return missing == 0 && different == 0 && surplus == 0;
    }
}
