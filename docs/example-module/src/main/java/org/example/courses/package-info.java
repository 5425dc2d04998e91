/** Courses: lessons pay points, and thirty points in a season are a badge. */
@NullMarked
package org.example.courses;

import org.jspecify.annotations.NullMarked;
