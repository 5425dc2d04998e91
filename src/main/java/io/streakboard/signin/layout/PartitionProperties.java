package io.streakboard.signin.layout;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * @param partitions number of hash slots that learners are spread over; 128, or the number of the stored data if
 *     absent. Set it before the first start: it is fixed once there is data
 */
@Validated
@ConfigurationProperties("streakboard.signin")
record PartitionProperties(@Nullable @Min(1) @Max(1024) Integer partitions) {}
