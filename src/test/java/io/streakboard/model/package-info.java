/**
 * A model in the middle: random operations and faults strike the whole application, several instances of it on servers
 * that come and go, and a plain model says what has to be on record afterwards.
 *
 * <pre>
 * Generator   writes chapters, a month each, from a seed     Oracle    the model: what was acknowledged
 * Stage       performs them: people, imports, faults, time   Books     what is on record in MySQL and Redis
 * Chronicle   what was done, printed when a promise breaks   Promises  compare the two, row by row
 * </pre>
 */
@NullMarked
package io.streakboard.model;

import org.jspecify.annotations.NullMarked;
