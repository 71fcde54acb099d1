// How long the page keeps its main thread while it is scrolled and dragged, from Chromium's own trace.

const CATEGORIES = "toplevel,devtools.timeline,__metadata";

/**
 * Open a page again; return the milliseconds that its main thread computed until two frames were painted, and those
 * that went by on the clock, which other programs share.
 */
export async function openingTime(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find((metric) => metric.name === "TaskDuration").value;
  };
  const before = await busy();
  await page.reload();
  const clock = await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))),
  );
  const after = await busy();
  await session.detach();
  return { busy: Math.round(after >= before ? after - before : after), wall: Math.round(clock) };
}

/** Scroll with the wheel and drag with the mouse, some rounds; return each round's longest task of the main thread in
 * ms: how long it computed (`busy`, which other programs on the machine don't lengthen), and how long it took (`wall`). */
export async function longestTasks(page, selector, rounds) {
  const session = await page.context().newCDPSession(page);
  const found = [];
  // Asked for beforehand: finding an element is work of the test, not of the page.
  const box = await page.locator(selector).first().boundingBox();
  for (let round = 0; round < rounds; round += 1) {
    const events = [];
    const collect = ({ value }) => events.push(...value);
    session.on("Tracing.dataCollected", collect);
    const ended = new Promise((done) => session.once("Tracing.tracingComplete", done));
    await session.send("Tracing.start", { traceConfig: { includedCategories: CATEGORIES.split(",") } });
    await move(page, box, round % 2 === 0 ? 1 : -1);
    await session.send("Tracing.end");
    await ended;
    session.off("Tracing.dataCollected", collect);
    found.push(longest(events));
  }
  return found;
}

/** How long a fixed piece of work takes in a page on a quiet machine with two cores of 2.5 GHz, in milliseconds. */
const QUIET = 30;

/**
 * How many times as long as on a quiet machine work takes in a page now, at least 1: computing alone (`pace`), and by
 * the clock, which other programs share (`shared`).
 */
export async function slowdown(page) {
  const { least, mean } = await page.evaluate(() => {
    const times = [];
    for (let round = 0; round < 20; round += 1) {
      const began = performance.now();
      const numbers = Array.from({ length: 60_000 }, (_, place) => (place * 7919) % 60_013);
      numbers.sort((a, b) => a - b);
      times.push(performance.now() - began);
    }
    return { least: Math.min(...times), mean: times.reduce((sum, time) => sum + time) / times.length };
  });
  return { least, pace: Math.max(1, least / QUIET), shared: Math.max(1, mean / QUIET) };
}

async function move(page, box, direction) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(direction * 120, turn % 20 < 10 ? 15 : -15);
    await page.waitForTimeout(16);
  }
  await page.mouse.down();
  for (let at = 0; at < 40; at += 1) {
    await page.mouse.move(x - direction * at * 8, y + (at % 20));
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
}

function longest(events) {
  const mains = events.filter((event) => event.name === "thread_name" && event.args.name === "CrRendererMain");
  const isMain = new Set(mains.map((event) => `${event.pid} ${event.tid}`));
  const tasks = events.filter(
    (event) => event.ph === "X" && event.name.endsWith("RunTask") && isMain.has(`${event.pid} ${event.tid}`),
  );
  const busy = tasks.map((event) => event.tdur).filter((time) => time !== undefined);
  if (busy.length === 0) throw new Error("Chromium's trace has no timed tasks: its categories may have new names.");
  const most = (times) => Math.round(Math.max(...times) / 100) / 10;
  return { busy: most(busy), wall: most(tasks.map((event) => event.dur)) };
}
