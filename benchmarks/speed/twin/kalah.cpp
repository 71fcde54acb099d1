// Kalah with 6 pits of 4 seeds by hand: a side is one number, 6 bits a pit and the store above, so that sowing is one
// addition to each side.
#include "kernel.hpp"

constexpr int PITS = 6, SEEDS = 4, TOTAL = 2 * PITS * SEEDS, WIDTH = 6, STORE = WIDTH * PITS;
constexpr int64_t CELL = (1 << WIDTH) - 1, ALL_PITS = (int64_t(1) << STORE) - 1;

struct Sowing {
    int64_t own, other, last;  // side by side: one read from memory gets all three
};

struct Sowings {
    Sowing of[PITS][TOTAL + 1];
};

constexpr Sowings all_sowings() {
    Sowings sowings{};
    for (int pit = 0; pit < PITS; pit++) {
        Sowing sowing{0, 0, pit};
        sowings.of[pit][0] = sowing;
        for (int seeds = 1; seeds <= TOTAL; seeds++) {
            sowing.last = (sowing.last + 1) % (2 * PITS + 1);
            sowing.own -= int64_t(1) << WIDTH * pit;
            if (sowing.last <= PITS) sowing.own += int64_t(1) << WIDTH * sowing.last;
            else sowing.other += int64_t(1) << WIDTH * (sowing.last - PITS - 1);
            sowings.of[pit][seeds] = sowing;
        }
    }
    return sowings;
}

constexpr Sowings SOWINGS = all_sowings();

struct Kalah {
    struct State {
        int64_t mine, theirs;
        int turn;
    };
    static constexpr int ACTIONS = PITS, MAX_ACTIONS = PITS;
    static constexpr int EVALUATION_LIMIT = TOTAL + 1, PER_UNIT = 1 << 16, BEST_UTILITY = TOTAL;
    static constexpr bool ALTERNATES = false;

    static State initial() {
        int64_t side = 0;
        for (int pit = 0; pit < PITS; pit++) side |= int64_t(SEEDS) << WIDTH * pit;
        return {side, side, 0};
    }
    static int to_move(const State &state) { return state.turn; }

    // Every pit is written, and the place advances only past those that hold seeds: no branch to mispredict.
    static int actions(const State &state, int *out) {
        int count = 0;
        for (int pit = 0; pit < PITS; pit++) {
            out[count] = pit;
            count += (state.mine >> WIDTH * pit & CELL) != 0;
        }
        return count;
    }
    static State result(const State &state, int action) {
        const Sowing &sowing = SOWINGS.of[action][state.mine >> WIDTH * action & CELL];
        int64_t mine = state.mine + sowing.own, theirs = state.theirs + sowing.other;
        const int last = int(sowing.last);
        if (last == PITS) return {mine, theirs, state.turn};
        if (last < PITS && (mine >> WIDTH * last & CELL) == 1) {
            const int opposite = WIDTH * (PITS - 1 - last);
            const int64_t prize = theirs >> opposite & CELL;
            theirs -= prize << opposite;
            mine += ((prize + 1) << STORE) - (int64_t(1) << WIDTH * last);
        }
        return {theirs, mine, 1 - state.turn};
    }
    static bool is_over(const State &state, int &lead) {
        if ((state.mine & ALL_PITS) && (state.theirs & ALL_PITS)) return false;
        int held = 0;
        for (int place = 0; place <= PITS; place++) held += int(state.mine >> WIDTH * place & CELL);
        lead = 2 * held - TOTAL;
        return true;
    }
    static int evaluate(const State &state) { return int(state.mine >> STORE) - int(state.theirs >> STORE); }
    static uint64_t key(const State &state) {
        uint64_t mixed = uint64_t(state.mine) * 0x9E3779B97F4A7C15;
        mixed = (mixed ^ mixed >> 32 ^ uint64_t(state.theirs + state.turn)) * 0xD6E8FEB86659FD93;
        return mixed ^ mixed >> 32;
    }
};

int main(int count, char **arguments) { return twin::main<Kalah>(count, arguments); }
