// Asks the JavaScript package what `test_package.py` asks Python: node in_node.mjs PACKAGE.js WORK.json > FOUND.json
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [built, work] = process.argv.slice(2);
const plywise = await import(pathToFileURL(built).href);
const whole = (part) => (Array.isArray(part) ? part.map(whole) : BigInt(part));
const written = (_, value) => (typeof value === "bigint" ? String(value) : value);

/** Return all that a decision says but for the time it took. */
function found(decision) {
  const choices = decision.choices.map((each) => {
    const { action, value, status, bound, unit, distance, visits, line } = each;
    return [action, value, status, bound, unit, distance, visits, line];
  });
  const { action, value, player, status, bound, unit, depth, distance, nodes, leaves, simulations, line } = decision;
  return { action, value, player, status, bound, unit, depth, distance, nodes, leaves, simulations, line, choices };
}

const answers = [];
for (const { file, sizes, questions, rules } of JSON.parse(readFileSync(work, "utf8"))) {
  const engine = await plywise.load(readFileSync(file), sizes);
  const answer = { found: [], rules: [] };
  for (const { state, asked } of questions) answer.found.push(found(await engine.decide(whole(state), asked)));
  for (const state of rules.map(whole)) {
    const over = engine.isTerminal(state);
    const mover = over ? null : engine.toMove(state);
    const offered = over ? [] : mover < 0 ? engine.chances(state).map(([each]) => each) : engine.actions(state);
    const after = offered.slice(0, 2).map((action) => Object.values(engine.result(state, action)));
    answer.rules.push([over, mover, offered, after, over ? engine.utility(state, 0) : null]);
  }
  answers.push(answer);
}
process.stdout.write(JSON.stringify(answers, written));
