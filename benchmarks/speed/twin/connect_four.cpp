// Connect Four 7x6 by hand: `mask` has a bit for every stone, `me` for those of the player to move.
#include "kernel.hpp"

struct ConnectFour {
    struct State {
        twin::Board me, mask;
    };
    static constexpr int WIDTH = 7, HEIGHT = 6, STEP = HEIGHT + 1;
    static constexpr int ACTIONS = WIDTH, MAX_ACTIONS = WIDTH;
    static constexpr int EVALUATION_LIMIT = 1000, PER_UNIT = 1 << 16, BEST_UTILITY = 1;
    static constexpr bool ALTERNATES = true;
    static constexpr twin::Board COLUMN = (1 << HEIGHT) - 1, BOTTOM = 0x40810204081;
    static constexpr twin::Board FULL = BOTTOM * COLUMN;
    static constexpr twin::Board MIDDLE = COLUMN << 3 * STEP, INNER = COLUMN << 2 * STEP | COLUMN << 4 * STEP;

    static State initial() { return {0, 0}; }
    static int to_move(const State &state) { return twin::popcount(state.mask) & 1; }

    // Every column is written, and the place advances only past those that are open: no branch to mispredict.
    static int actions(const State &state, int *out) {
        const twin::Board open = ~state.mask >> (HEIGHT - 1);
        int count = 0;
        for (int column = 0; column < WIDTH; column++) {
            out[count] = column;
            count += open >> STEP * column & 1;
        }
        return count;
    }
    static State result(const State &state, int action) {
        return {state.me ^ state.mask, state.mask | (state.mask + (twin::Board(1) << STEP * action))};
    }
    static bool has_four(twin::Board stones) {
        const twin::Board up = stones & stones >> 1, across = stones & stones >> STEP;
        const twin::Board rising = stones & stones >> (STEP + 1), falling = stones & stones >> (STEP - 1);
        return (up & up >> 2) | (across & across >> 2 * STEP) | (rising & rising >> 2 * (STEP + 1)) |
               (falling & falling >> 2 * (STEP - 1));
    }
    static bool is_over(const State &state, int &lead) {
        lead = -1;  // whoever just moved has won
        if (has_four(state.me ^ state.mask)) return true;
        lead = 0;
        return state.mask == FULL;
    }
    static int evaluate(const State &state) { return shape(state.me) - shape(state.me ^ state.mask); }
    static int shape(twin::Board stones) {
        return 3 * twin::popcount(stones & MIDDLE) + twin::popcount(stones & INNER);
    }
    static uint64_t key(const State &state) { return state.me + state.mask; }
};

int main(int count, char **arguments) { return twin::main<ConnectFour>(count, arguments); }
