// Alpha-beta by hand: the C++ twin of Plywise's compiled search, for benchmarks/speed/twin.py.
//
// It visits the same states in the same order as the kernel with every switch on but `rank` and `symmetry`: iterative
// deepening, aspiration, principal-variation search, a table of two slots a bucket, killers, counter-moves, history,
// known extremes and distances. What C++ offers for speed is used: values are to the player to move (no branch on who
// that is), numbers are 32 bits wide where that suffices, actions live in the frame, tables are as small as the game.
#pragma once

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace twin {

using Board = uint64_t;

constexpr int ROOM = 512;                     // steps for each half of the smallest utility, to make room for distances
constexpr int MAX_PLIES = 256;
constexpr int INFINITE = 3 << 29;             // beyond any value; windows are compared, never subtracted
constexpr int NONE = -INFINITE - 1;
constexpr uint64_t MULTIPLIER = 0x9E3779B97F4A7C15;
constexpr int NO_ACTION = -1;

// Half of the time is spent waiting for a bucket to arrive from memory. So the next sibling is made, and its bucket
// prefetched, before the current one is searched: the same states, a fifth faster.
#ifndef LOOKS_AHEAD
#define LOOKS_AHEAD true
#endif

enum Bound { NOTHING, LOWER, UPPER, EXACT };

inline int popcount(Board board) { return __builtin_popcountll(board); }
inline int lsb(Board board) { return __builtin_ctzll(board); }

// The table: two pairs (hash xor data, data) a bucket; the first keeps the deeper search, the second the later one.
//     data    value 32 bits | age 5 | complete 1 | bound 2 | depth 8 | tag of the best action 16

struct Entry {
    uint64_t data;

    static Entry of(int value, int age, bool complete, int bound, int depth, int action) {
        const uint32_t low = uint32_t(age) << 27 | uint32_t(complete) << 26 | uint32_t(bound) << 24 |
                             uint32_t(depth) << 16 | uint32_t(action + 1);
        return {uint64_t(uint32_t(value)) << 32 | low};
    }
    bool exists() const { return data != 0; }
    int value() const { return int(data >> 32); }
    int age() const { return data >> 27 & 31; }
    bool complete() const { return data >> 26 & 1; }
    int bound() const { return data >> 24 & 3; }
    int depth() const { return data >> 16 & 255; }
    int action() const { return int(data & 0xFFFF) - 1; }
};

struct alignas(32) Bucket {
    uint64_t check_first, first, check_second, second;

    Entry find(uint64_t hash) const {
        if ((check_first ^ first) == hash) return {first};
        if ((check_second ^ second) == hash) return {second};
        return {0};
    }
    void remember(uint64_t hash, Entry entry) {
        if ((check_first ^ first) != hash) {
            const Entry old{first};
            if (old.depth() > entry.depth() && old.age() == entry.age()) {
                check_second = hash ^ entry.data;
                second = entry.data;
                return;
            }
            check_second = check_first;
            second = first;
        }
        check_first = hash ^ entry.data;
        first = entry.data;
    }
};

class Table {
  public:
    explicit Table(int megabytes) : bytes_(size_t(megabytes) << 20) {
        void *memory = mmap(nullptr, bytes_ + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) std::abort();
        const uintptr_t start = (uintptr_t(memory) + HUGE_PAGE - 1) & ~uintptr_t(HUGE_PAGE - 1);
        buckets_ = reinterpret_cast<Bucket *>(start);
        madvise(buckets_, bytes_, MADV_HUGEPAGE);  // as NumPy does for the other side's table
        shift_ = 64 - lsb(bytes_ / sizeof(Bucket));
    }
    Bucket &bucket(uint64_t hash) const { return buckets_[hash >> shift_]; }

  private:
    static constexpr size_t HUGE_PAGE = 2 << 20;
    size_t bytes_;
    Bucket *buckets_;
    int shift_;
};

struct RootAction {
    int action, value = NONE, depth = 0;
    bool is_exact = false;
};

template <class Game>
class Search {
  public:
    using State = typename Game::State;

    explicit Search(int megabytes) : table_(megabytes) {
        for (auto &pair : killers_) pair[0] = pair[1] = NO_ACTION;
        for (auto &row : counters_) std::fill(std::begin(row), std::end(row), NO_ACTION);
    }

    // Deepens up to a depth; returns the root's actions in the order in which the game offers them.
    std::vector<RootAction> run(State root, int depth) {
        root_ = root;
        int offered[Game::MAX_ACTIONS];
        const int count = Game::actions(root, offered);
        for (int i = 0; i < count; i++) order_.push_back({offered[i]});
        int guess = run_round(1, -INFINITE, HIGHEST);
        for (int round = 2; round <= depth; round++) guess = aspire(round, guess);
        std::vector<RootAction> found;
        for (int i = 0; i < count; i++)
            found.push_back(*std::find_if(order_.begin(), order_.end(),
                                          [&](const RootAction &each) { return each.action == offered[i]; }));
        return found;
    }
    int64_t nodes() const { return granted_ - left_; }
    void stop() { stop_.store(true, std::memory_order_relaxed); }

  private:
    static constexpr int TOP = Game::EVALUATION_LIMIT * Game::PER_UNIT;
    static constexpr int BEST = TOP + 2 * Game::BEST_UTILITY * ROOM;
    static constexpr int HIGHEST = BEST - 1;
    static constexpr int64_t FIRST_DELTA = 16 * Game::PER_UNIT;
    static constexpr int AGE = 1;

    // The root

    int aspire(int depth, int guess) {
        int64_t delta = FIRST_DELTA;
        int alpha = window(guess - delta), beta = window(guess + delta);
        for (;;) {
            const int found = run_round(depth, alpha, beta);
            delta *= 4;
            if (found <= alpha && alpha > -INFINITE) alpha = found < -TOP ? -INFINITE : window(found - delta);
            else if (found >= beta && beta < HIGHEST) beta = found > TOP ? HIGHEST : window(found + delta);
            else return found;
        }
    }

    static int window(int64_t value) { return int(std::clamp<int64_t>(value, -INFINITE, HIGHEST)); }

    int run_round(int depth, int alpha, int beta) {
        count_state();
        int best = NONE, number = 0;
        for (RootAction &root : order_) {
            const bool narrow = number > 0 && beta > alpha + 1;
            int found = ask(root, depth, alpha, narrow ? alpha + 1 : beta);
            if (narrow && alpha < found && found < beta) found = ask(root, depth, alpha, beta);
            root.value = found;
            root.depth = depth;
            root.is_exact = number == 0 || found > alpha;
            best = std::max(best, found);
            alpha = std::max(alpha, found);
            if (alpha >= beta) break;
            number++;
        }
        const auto standing = [&](const RootAction &root) {
            return std::make_pair(root.depth == depth && root.is_exact, root.value);
        };
        std::stable_sort(order_.begin(), order_.end(), [&](const RootAction &one, const RootAction &other) {
            return standing(one) > standing(other);
        });
        return best;
    }

    int ask(const RootAction &root, int depth, int alpha, int beta) {
        return value_of(root_, Game::result(root_, root.action), root.action, depth - 1, alpha, beta, 1);
    }

    // Below the root

    // The value, to the player who moves in `state`, of the state after an action.
    int value_of(const State &state, const State &child, int action, int depth, int alpha, int beta, int ply) {
        if (Game::ALTERNATES || Game::to_move(child) != Game::to_move(state))
            return -search(child, depth, -beta, -alpha, ply, action);
        return search(child, depth, alpha, beta, ply, action);
    }

    // Never inlined into itself: that makes the frames larger and nothing faster.
    [[gnu::noinline]] int search(State state, int depth, int alpha, int beta, int ply, int previous) {
        if (!count_state()) return 0;
        const bool is_open = beta > alpha + 1;
        if (is_open) length_[ply] = 0;
        int lead;
        if (Game::is_over(state, lead)) return utility_value(lead, ply);
        if (depth <= 0) {
            estimates_++;
            return Game::evaluate(state) * Game::PER_UNIT;
        }
        if (alpha >= BEST - ply - 1) return BEST - ply - 1;

        const int floor = alpha, player = Game::to_move(state);
        const uint64_t hash = Game::key(state) * MULTIPLIER;
        Bucket &bucket = table_.bucket(hash);
        const Entry entry = bucket.find(hash);
        if (entry.exists() && !is_open) {
            const int value = from_root(entry.value(), ply), bound = bound_at(depth, entry);
            if (bound == EXACT || (bound == LOWER && value >= beta) || (bound == UPPER && value <= alpha)) {
                if (!entry.complete() && !is_settled(bound, value)) estimates_++;
                return value;
            }
        }

        int actions[Game::MAX_ACTIONS], scores[Game::MAX_ACTIONS];
        const int count = Game::actions(state, actions);
        score_actions(actions, scores, count, player, ply, previous, entry.action());
        const int64_t estimates = estimates_;
        int best = NONE, best_action = NO_ACTION;
        const bool is_ahead = LOOKS_AHEAD && depth > 1;
        int following = NO_ACTION;
        State sibling{};
        for (int i = 0; i < count; i++) {
            const bool is_ready = is_ahead && i > 0;
            const int action = is_ready ? following : bring_best(actions, scores, i, count);
            const State child = is_ready ? sibling : Game::result(state, action);
            if (is_ahead && i + 1 < count) {
                following = bring_best(actions, scores, i + 1, count);
                sibling = Game::result(state, following);
                __builtin_prefetch(&table_.bucket(Game::key(sibling) * MULTIPLIER));
            }
            int found;
            if (is_open && best != NONE) {
                found = value_of(state, child, action, depth - 1, alpha, alpha + 1, ply + 1);
                if (found > alpha && found < beta && !stopped_)
                    found = value_of(state, child, action, depth - 1, alpha, beta, ply + 1);
            } else {
                found = value_of(state, child, action, depth - 1, alpha, beta, ply + 1);
            }
            if (stopped_) return 0;
            if (found <= best) continue;
            best = found;
            best_action = action;
            if (found <= alpha) continue;
            if (found >= beta) {
                note_refutation(action, player, ply, depth, previous);
                break;
            }
            alpha = found;
            copy_line(action, ply);
        }
        const int bound = best >= beta ? LOWER : best > floor ? EXACT : UPPER;
        if (is_settled(bound, best)) estimates_ = estimates;
        const bool complete = estimates_ == estimates;
        bucket.remember(hash, Entry::of(from_state(best, ply), AGE, complete, bound, depth, best_action));
        return best;
    }

    // Counts down, so that the flag is checked every 1,024 states.
    bool count_state() {
        if (--left_ >= 0) [[likely]] return true;
        if (stop_.load(std::memory_order_relaxed)) {
            stopped_ = true;
            left_ = 0;
            return false;
        }
        granted_ += 1024;
        left_ = 1023;
        return true;
    }

    // Values

    static int utility_value(int lead, int ply) {
        if (lead > 0) return TOP + 2 * lead * ROOM - ply;
        if (lead < 0) return 2 * lead * ROOM - TOP + ply;
        return 0;
    }
    static int from_root(int value, int ply) { return value > TOP ? value - ply : value < -TOP ? value + ply : value; }
    static int from_state(int value, int ply) { return value > TOP ? value + ply : value < -TOP ? value - ply : value; }
    static bool is_settled(int bound, int value) {
        return (bound == LOWER && value > TOP) || (bound == UPPER && value < -TOP);
    }
    static int bound_at(int depth, Entry entry) {
        if (entry.depth() >= depth || entry.complete()) return entry.bound();
        if (entry.value() > TOP && entry.bound() != UPPER) return LOWER;
        if (entry.value() < -TOP && entry.bound() != LOWER) return UPPER;
        return NOTHING;
    }

    // Order

    void score_actions(const int *actions, int *scores, int count, int player, int ply, int previous, int wanted) {
        const int killer = killers_[ply][0], second = killers_[ply][1], counter = counters_[player][previous];
        const int *history = history_[player];
        for (int i = 0; i < count; i++) {
            const int action = actions[i];
            int score = history[action];
            if (action == counter) score = 1 << 27;
            if (action == second) score = 1 << 28;
            if (action == killer) score = 1 << 29;
            if (action == wanted) score = 1 << 30;
            scores[i] = score;
        }
    }
    static int bring_best(int *actions, int *scores, int from, int count) {
        int best = from, most = scores[from];
        for (int j = from + 1; j < count; j++)
            if (scores[j] > most) {
                best = j;
                most = scores[j];
            }
        const int action = actions[best];
        actions[best] = actions[from];
        scores[best] = scores[from];
        return action;
    }
    void note_refutation(int action, int player, int ply, int depth, int previous) {
        if (killers_[ply][0] != action) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = action;
        }
        counters_[player][previous] = action;
        int &held = history_[player][action];
        const int bonus = std::min(depth * depth, 1024);
        held += bonus - (held * bonus >> 14);
    }
    void copy_line(int action, int ply) {
        const int length = length_[ply + 1];
        length_[ply] = length + 1;
        lines_[ply][0] = action;
        std::copy_n(lines_[ply + 1], length, lines_[ply] + 1);
    }

    int64_t left_ = 0, granted_ = 0, estimates_ = 0;
    bool stopped_ = false;
    std::atomic<bool> stop_{false};
    Table table_;
    int killers_[MAX_PLIES][2];
    int history_[2][Game::ACTIONS] = {};
    int counters_[2][Game::ACTIONS];
    int length_[MAX_PLIES] = {};
    int lines_[MAX_PLIES][MAX_PLIES];
    State root_{};
    std::vector<RootAction> order_;
};

inline double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// Usage: program DEPTH MEGABYTES. Prints nodes, value in steps, best action and CPU seconds.
template <class Game>
int main(int count, char **arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: %s DEPTH MEGABYTES\n", arguments[0]);
        return 2;
    }
    const int depth = std::atoi(arguments[1]), megabytes = std::atoi(arguments[2]);
    auto *search = new Search<Game>(megabytes);
    const double begun = cpu_seconds();
    const std::vector<RootAction> roots = search->run(Game::initial(), depth);
    const double seconds = cpu_seconds() - begun;
    const auto standing = [](const RootAction &root) { return std::make_pair(root.value, root.is_exact); };
    RootAction best{NO_ACTION};
    for (const RootAction &root : roots)
        if (root.depth == depth && standing(root) > standing(best)) best = root;
    std::printf("%lld %d %d %.6f\n", (long long)search->nodes(), best.value, best.action, seconds);
    return 0;
}

}  // namespace twin
