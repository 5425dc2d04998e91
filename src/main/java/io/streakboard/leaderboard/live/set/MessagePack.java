package io.streakboard.leaderboard.live.set;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads nested lists written by {@code cmsgpack} in a script, see {@code reads.lua}. They contain only whole numbers
 * and texts.
 *
 * @see <a href="https://github.com/msgpack/msgpack/blob/master/spec.md">The format</a>
 */
final class MessagePack {

    private final ByteBuffer packed;

    private MessagePack(byte[] packed) {
        this.packed = ByteBuffer.wrap(packed);
    }

    static List<?> list(byte[] packed) {
        return (List<?>) new MessagePack(packed).next();
    }

    /** A {@code Long}, a {@code String} or a {@code List} of these. */
    private Object next() {
        int type = Byte.toUnsignedInt(packed.get());
        return switch (type >> 4) {
            case 0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7 -> (long) type;
            case 0x9 -> list(type & 0xf);
            case 0xa, 0xb -> text(type & 0x1f);
            case 0xe, 0xf -> (long) (byte) type;
            default ->
                switch (type) {
                    case 0xcc -> unsigned8();
                    case 0xcd -> unsigned16();
                    case 0xce -> unsigned32();
                    case 0xcf, 0xd3 -> packed.getLong();
                    case 0xd0 -> (long) packed.get();
                    case 0xd1 -> (long) packed.getShort();
                    case 0xd2 -> (long) packed.getInt();
                    case 0xd9 -> text((int) unsigned8());
                    case 0xda -> text((int) unsigned16());
                    case 0xdb -> text((int) unsigned32());
                    case 0xdc -> list((int) unsigned16());
                    case 0xdd -> list((int) unsigned32());
                    default -> throw new IllegalArgumentException("A script packed a %02x".formatted(type));
                };
        };
    }

    private long unsigned8() {
        return Byte.toUnsignedLong(packed.get());
    }

    private long unsigned16() {
        return Short.toUnsignedLong(packed.getShort());
    }

    private long unsigned32() {
        return Integer.toUnsignedLong(packed.getInt());
    }

    private String text(int bytes) {
        int from = packed.position();
        packed.position(from + bytes);
        return new String(packed.array(), from, bytes, StandardCharsets.UTF_8);
    }

    private List<Object> list(int size) {
        var list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(next());
        }
        return list;
    }
}
