// Othello 8x8 by hand: whole boards are shifted to find places, rays of one square to find the discs it turns over.
#include "kernel.hpp"

struct Rays {
    twin::Board ahead[64][4], behind[64][4];  // by square first: the four rays of a square share a cache line
};

constexpr twin::Board ray(int square, int dx, int dy) {
    twin::Board found = 0;
    for (int x = square % 8 + dx, y = square / 8 + dy; 0 <= x && x < 8 && 0 <= y && y < 8; x += dx, y += dy)
        found |= twin::Board(1) << (8 * y + x);
    return found;
}

constexpr Rays all_rays() {
    constexpr int dx[4] = {1, -1, 0, 1}, dy[4] = {0, 1, 1, 1};
    Rays rays{};
    for (int square = 0; square < 64; square++)
        for (int i = 0; i < 4; i++) {
            rays.ahead[square][i] = ray(square, dx[i], dy[i]);
            rays.behind[square][i] = ray(square, -dx[i], -dy[i]);
        }
    return rays;
}

alignas(64) constexpr Rays RAYS = all_rays();

struct Othello {
    struct State {
        twin::Board me, other, places;
        int turn;
    };
    static constexpr int PASS = 64, ACTIONS = 65, MAX_ACTIONS = 60;
    static constexpr int EVALUATION_LIMIT = 1000, PER_UNIT = 1 << 16, BEST_UTILITY = 64;
    static constexpr bool ALTERNATES = true;
    static constexpr twin::Board INNER = 0x7E7E7E7E7E7E7E7E, CORNERS = 0x8100000000000081;

    static State initial() {
        const twin::Board me = 1ull << 28 | 1ull << 35, other = 1ull << 27 | 1ull << 36;
        return {me, other, find_places(me, other), 0};
    }
    static int to_move(const State &state) { return state.turn; }

    static int actions(const State &state, int *out) {
        if (state.places == 0) {
            out[0] = PASS;
            return 1;
        }
        int count = 0;
        for (twin::Board places = state.places; places; places &= places - 1) out[count++] = twin::lsb(places);
        return count;
    }
    static State result(const State &state, int action) {
        twin::Board me = state.other, other = state.me;
        if (action != PASS) {
            const twin::Board turned = find_turned(state.me, state.other, action);
            me ^= turned;
            other |= turned | twin::Board(1) << action;
        }
        return {me, other, find_places(me, other), 1 - state.turn};
    }
    static bool is_over(const State &state, int &lead) {
        if (state.places != 0 || find_places(state.other, state.me) != 0) return false;
        lead = twin::popcount(state.me) - twin::popcount(state.other);
        return true;
    }
    static int evaluate(const State &state) {
        int value = 8 * (twin::popcount(state.places) - twin::popcount(find_places(state.other, state.me)));
        value += 30 * (twin::popcount(state.me & CORNERS) - twin::popcount(state.other & CORNERS));
        if (64 - twin::popcount(state.me | state.other) < 12)
            value += 2 * (twin::popcount(state.me) - twin::popcount(state.other));
        return value;
    }
    static uint64_t key(const State &state) {
        const uint64_t other = state.other * 0xC2B2AE3D27D4EB4F;
        uint64_t mixed = state.me * 0x9E3779B97F4A7C15 + (other << 32 | other >> 32);
        mixed += uint64_t(state.turn) * 0x165667B19E3779F9;
        mixed = (mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93;
        return mixed ^ mixed >> 32;
    }

    // Runs of foes beside one of mine grow by one, then by two at a time.
    template <int STEP>
    static twin::Board beyond(twin::Board me, twin::Board foes) {
        twin::Board up = foes & me << STEP, down = foes & me >> STEP;
        up |= foes & up << STEP;
        down |= foes & down >> STEP;
        const twin::Board pairs_up = foes & foes << STEP, pairs_down = pairs_up >> STEP;
        up |= pairs_up & up << 2 * STEP;
        down |= pairs_down & down >> 2 * STEP;
        up |= pairs_up & up << 2 * STEP;
        down |= pairs_down & down >> 2 * STEP;
        return up << STEP | down >> STEP;
    }
    static twin::Board find_places(twin::Board me, twin::Board other) {
        const twin::Board inner = other & INNER;
        return (beyond<1>(me, inner) | beyond<8>(me, other) | beyond<7>(me, inner) | beyond<9>(me, inner)) &
               ~(me | other);
    }
    static twin::Board find_turned(twin::Board me, twin::Board other, int square) {
        twin::Board turned = 0;
        for (int i = 0; i < 4; i++) {
            const twin::Board ahead = RAYS.ahead[square][i], first = ahead & ~other;
            const twin::Board end = first & -first & me;
            turned |= ahead & (end - (end != 0));
            const twin::Board behind = RAYS.behind[square][i], last = behind & ~other;
            const twin::Board start = twin::Board(1) << 63 >> __builtin_clzll(last | 1) & last & me;
            turned |= behind & -(start << 1);
        }
        return turned;
    }
};

int main(int count, char **arguments) { return twin::main<Othello>(count, arguments); }
