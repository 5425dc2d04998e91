package io.streakboard.leaderboard.live.set;

import java.util.ArrayList;
import java.util.List;

/** Lists within lists that came as one list, see {@code reads.lua}. */
final class Shape {

    private final String shape;
    private final List<?> flat;
    private int at;
    private int leaf;

    private Shape(String shape, List<?> flat) {
        this.shape = shape;
        this.flat = flat;
    }

    /** @param flat the shape, such as {@code (.(..)())}, and all leaves, here three */
    static List<?> nested(List<?> flat) {
        return new Shape((String) flat.getFirst(), flat.subList(1, flat.size())).list();
    }

    private List<?> list() {
        var list = new ArrayList<>();
        for (at++; shape.charAt(at) != ')'; at++) {
            list.add(shape.charAt(at) == '(' ? list() : flat.get(leaf++));
        }
        return list;
    }
}
