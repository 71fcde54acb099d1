var e = class extends Error {
	name = "PlywiseError";
};
async function t(t) {
	if (t.byteLength > 67108864) throw new e(`A kernel file has at most 64 MB, this has ${t.byteLength >> 20}.`);
	let r;
	try {
		r = await WebAssembly.compile(t);
	} catch {
		throw new e("This is no kernel file: write one with `plywise export GAME --kernel FILE.wasm`.");
	}
	return n(r);
}
async function n(n) {
	let [r] = WebAssembly.Module.customSections(n, "plywise");
	if (!r) throw new e("This WebAssembly has no game in it: write one with `plywise export GAME --kernel FILE.wasm`.");
	let i = JSON.parse(new TextDecoder().decode(r));
	if (i.format !== 1) throw new e(`This kernel file has format ${i.format}, not 1: export the game again with this version.`);
	let [a] = WebAssembly.Module.customSections(n, "plywise.next");
	return {
		module: n,
		data: i,
		next: a ? await t(a) : null
	};
}
// src/kernel/memory.ts
var r = 65536, i = 16, a = r;
function o(e, t) {
	let n = Math.ceil(t * 1048576 / r), a = Math.ceil(e / i) * i, o = new WebAssembly.Memory({
		initial: Math.ceil(a / r) + 1,
		maximum: Math.max(n, 2)
	}), c = /* @__PURE__ */ new Map(), l = a, u = !1, d = (e) => new Uint32Array(o.buffer, e - i, 1)[0], f = (e) => {
		throw u = !0, new WebAssembly.RuntimeError(`There is no memory for ${e} bytes.`);
	}, p = (e) => {
		e >= 0 && e <= n * r || f(e);
		let t = s(e), a = c.get(t)?.pop();
		if (a !== void 0) return a;
		let u = l + i, d = u + t - o.buffer.byteLength;
		return d > 0 && m(Math.ceil(d / r), e), l = u + t, new Uint32Array(o.buffer, u - i, 1)[0] = t, u;
	}, m = (e, t) => {
		try {
			o.grow(e);
		} catch {
			f(t);
		}
	}, h = (e) => {
		if (e === 0) return;
		let t = d(e);
		c.has(t) || c.set(t, []), c.get(t).push(e);
	};
	return {
		memory: o,
		allocate: p,
		resize: (e, t) => {
			if (e === 0) return p(t);
			let n = d(e);
			if (t <= n) return e;
			let r = p(t);
			return new Uint8Array(o.buffer).copyWithin(r, e, e + n), h(e), r;
		},
		release: h,
		stack: () => 0,
		now: () => performance.now(),
		get wasRefused() {
			return u;
		}
	};
}
function s(e) {
	if (e >= a) return Math.ceil(e / r) * r;
	let t = i;
	for (; t < e;) t *= 2;
	return t;
}
var c = class {
	host;
	size;
	address;
	constructor(e, t) {
		this.host = e, this.size = t, this.address = e.allocate(8 * t), this.fill(0, t, 0);
	}
	get words() {
		return new BigInt64Array(this.host.memory.buffer, this.address, this.size);
	}
	get floats() {
		return new Float64Array(this.host.memory.buffer, this.address, this.size);
	}
	get(e) {
		return Number(this.words[e]);
	}
	set(e, t) {
		this.words[e] = BigInt(t);
	}
	fill(e, t, n) {
		new Uint8Array(this.host.memory.buffer, this.address + 8 * e, 8 * (t - e)).fill(n & 255);
	}
	slice(e, t) {
		return Array.from(this.words.subarray(e, e + t), Number);
	}
	release() {
		this.host.release(this.address);
	}
}, l = 1n << 60n, u = 5, d = class extends Error {};
function f(e, t) {
	let n = e(), r = t === void 0 ? Infinity : n + Math.max(0, t - Math.min(u, t / 20));
	return {
		get seconds() {
			return (e() - n) / 1e3;
		},
		deadline: r === Infinity ? 0n : p(r),
		ends: r
	};
}
function p(e) {
	return BigInt(Math.max(1, Math.round(e * 1e6)));
}
// src/kernel/verdict.ts
var m = {
	line: [],
	choices: [],
	depth: 0,
	distance: null,
	nodes: 0,
	leaves: 0,
	simulations: 0,
	seconds: 0
};
function h(e, t, n, r) {
	let i = e === null ? [] : [e];
	return {
		action: e,
		value: t,
		player: n,
		status: r,
		bound: "exact",
		unit: "utility",
		...m,
		line: i
	};
}
function g(e, t) {
	let n = e[0];
	for (let r of e.slice(1)) t(r, n) && (n = r);
	return n;
}
var _ = class {
	game;
	low;
	high;
	middle;
	stretched;
	constructor(e) {
		this.game = e, [this.low, this.high] = e.utility_range, this.middle = e.draw_utility, this.stretched = e.stretched;
	}
	standing(e, t, n) {
		return n ? !this.game.ranked || t === "evaluation" || e === this.middle ? ["heuristic", "exact"] : e === this.low || e === this.high ? ["proven", "exact"] : ["bounded", e > this.middle ? "lower" : "upper"] : ["proven", "exact"];
	}
	choice(e, t, n, r, i) {
		let [a, o] = this.standing(t, n, i), s = r;
		return s === "exact" || n === "utility" && t === this.low ? s = o : a === "bounded" && o !== s && (a = "heuristic"), {
			action: e[0],
			value: t,
			bound: s,
			status: a,
			unit: n,
			line: e,
			distance: null,
			visits: 0
		};
	}
	verdict(e, t) {
		return e.status === "proven" ? t.every((e) => e.status === "proven" || e.status === "bounded" && e.bound === "upper") || e.value === this.high ? ["proven", "exact"] : ["bounded", "lower"] : [e.status, e.bound];
	}
}, v = class {
	rules;
	driver;
	state;
	player;
	scale;
	constructor(e, t, n, r) {
		this.rules = e, this.driver = t, this.state = n, this.player = r, this.scale = new _(e.game);
	}
	decide(e, t, n) {
		let r = n.flatMap((n) => e.find((e) => e.code === n && e.depth === t) ?? []), i = r.map((e) => this.choice(e, [e.code, ...this.realLine(e, t)])), [a, o, s] = this.verdict(r, i), { action: c, value: l, unit: u, line: d, distance: f } = a;
		return {
			...h(c, l, this.player, o),
			bound: s,
			unit: u,
			line: d,
			choices: i,
			depth: t,
			distance: f
		};
	}
	amend(e, t, n) {
		let r = t.filter((e) => e.depth === n), i = t[0];
		if (r.length === 0 || !i || i.depth !== n || e.action !== i.code) return e;
		let a = g(r, y);
		if (a === i || !a.isExact || !a.hasEstimates) return e;
		let o = this.choice(a, [a.code, ...this.realLine(a, n)]), s = e.choices.map((e) => e.action === a.code ? o : e), { action: c, value: l, bound: u, unit: d, line: f } = o;
		return {
			...e,
			action: c,
			value: l,
			bound: u,
			unit: d,
			line: f,
			choices: s,
			status: "heuristic",
			distance: null
		};
	}
	isProven(e, t) {
		let n = e.filter((e) => e.depth === t), r = g(n, (e, t) => e.value > t.value);
		return r.hasEstimates && Math.abs(r.value) < this.driver.top ? !1 : this.verdict(n, n.map((e) => this.choice(e, [e.code])))[1] === "proven";
	}
	verdict(e, t) {
		let n = g(e, (e, t) => e.value > t.value || e.value === t.value && e.isExact && !t.isExact), r = t[e.indexOf(n)];
		return [r, ...this.scale.verdict(r, t)];
	}
	choice(e, t) {
		let n = this.worth(e, t), r = n.isUtility || !this.scale.stretched ? "utility" : "evaluation", i = this.scale.choice(t, n.value, r, e.isExact ? "exact" : "upper", e.hasEstimates);
		e.leans && (i.status = "heuristic");
		let a = i.status !== "heuristic" && i.bound === "exact";
		return {
			...i,
			distance: a ? n.distance : null
		};
	}
	worth(e, t) {
		let { top: n, per_unit: r } = this.driver, i = this.ofSteps(e.value);
		if (!(e.hasEstimates && this.scale.stretched && Math.abs(e.value) <= n)) return i;
		let a = {
			value: e.value / r,
			isUtility: !1,
			distance: null
		};
		if (!e.isExact || t.length <= e.line.length) return a;
		let o = t.reduce((e, t) => this.rules.after(e, t), this.state);
		if (this.rules.isTerminal(o)) return i;
		let s = this.rules.evaluate(o, this.player);
		return Math.abs(s * r - e.value) <= 1 ? {
			...a,
			value: s
		} : a;
	}
	ofSteps(e) {
		let { top: t, room: n, fine: r, per_unit: i, switches: a } = this.driver;
		if (e !== 0 && Math.abs(e) <= t) return {
			value: e / i,
			isUtility: !1,
			distance: null
		};
		let o = Math.max(0, Math.abs(e) - t), s = Math.ceil(o / n), c = a.distances && s ? s * n - o : null;
		return {
			value: this.scale.middle + Math.sign(e) * s / r,
			isUtility: !0,
			distance: c
		};
	}
	realLine(e, t) {
		let { rules: n, driver: r } = this;
		if (!r.switches.symmetry) return e.line;
		let i = n.after(this.state, e.code), a = i, o = [];
		for (let [s, c] of e.line.entries()) {
			i = n.after(t - 1 - s >= r.symmetry_depth ? n.canonical(i) : i, c);
			let e = String(n.canonical(i)), l = n.actions(a).find((t) => String(n.canonical(n.after(a, t))) === e);
			if (l === void 0) break;
			o.push(l), a = n.after(a, l);
		}
		return o;
	}
};
function y(e, t) {
	return e.isExact === t.isExact ? e.value > t.value : e.isExact;
}
// src/kernel/alpha-beta.ts
var b = -(2 ** 40), x = 64, S = class {
	shift;
	address;
	age = 0;
	constructor(e, t, n) {
		let r = Math.floor((t.switches.table ? n : .001) * 1048576), i = 31 - Math.clz32(Math.floor(r / t.bucket)), a = new c(e.host, t.bucket / 8 * 2 ** i + 8);
		this.address = Math.ceil(a.address / x) * x, this.shift = BigInt(64 - i);
	}
}, C = class {
	rules;
	driver;
	block;
	table;
	order = [];
	sign = 1;
	roots = 0;
	constructor(e, t, n) {
		this.rules = e, this.driver = t, this.block = new c(e.host, e.place("BLOCK_END")), this.table = new S(e, t, n);
	}
	decide(e, t, n, r, i) {
		let { rules: a, driver: o } = this, s = a.playable(e, t);
		if (s.length === 0) return {
			...h(null, a.utility(e, 0), 0, "proven"),
			nodes: 1,
			leaves: 1
		};
		let c = a.toMove(e), l = new v(a, o, e, c);
		this.prepare(e, t, s, c, n, r);
		let u = Math.min(n.depth ?? o.max_depth, o.max_depth), f = h(s[0], a.game.draw_utility, c, "heuristic"), p = [], m = null;
		try {
			for (let e = o.switches.deepening ? 1 : u; e <= u; e++) {
				p = this.order, m = this.runRound(e, m), p = [];
				let t = this.nodes - this.word("INNER") - this.roots;
				if (f = {
					...l.decide(this.order, e, s),
					nodes: this.nodes,
					leaves: t,
					seconds: r.seconds
				}, i?.(f), l.isProven(this.order, e)) break;
			}
		} catch (e) {
			if (!(e instanceof d)) throw e;
		}
		return f.depth > 0 && p.length > 0 && (f = l.amend(f, p, f.depth + 1)), {
			...f,
			nodes: this.nodes,
			seconds: r.seconds
		};
	}
	word(e) {
		return this.block.get(this.rules.place(e));
	}
	get nodes() {
		return this.word("SPENT") + this.word("QUANTUM") - this.word("LEFT");
	}
	prepare(e, t, n, r, i, a) {
		let { block: o, rules: s, table: c, driver: u } = this, d = (e) => s.place(e);
		c.age = (c.age + 1) % u.ages, o.fill(d("LEFT"), d("LINES"), 0), o.fill(d("KILLERS"), d("HISTORY"), -1), o.fill(d("COUNTERS"), d("PATH"), -1), o.words.set(e, 0), o.set(d("TABLE_AT"), c.address), o.set(d("SHIFT"), c.shift), o.set(d("AGE"), c.age);
		for (let [e, t] of u.words) o.set(e, BigInt(t));
		s.writeHistory(o, t), o.set(d("MAX_NODES"), i.nodes ?? l), o.set(d("DEADLINE"), a.deadline);
		let f = {
			value: b,
			isExact: !1,
			hasEstimates: !1,
			leans: !1,
			line: [],
			depth: 0
		};
		this.order = n.map((e) => ({
			code: e,
			...f
		})), this.sign = 1 - 2 * r, this.roots = 0;
	}
	runRound(e, t) {
		let [n, r] = this.driver.window, { top: i } = this.driver;
		if (t === null || !this.driver.switches.aspiration) return this.searchRoot(e, n, r);
		let a = this.driver.first_delta, o = Math.max(n, t - a), s = Math.min(r, t + a);
		for (;;) {
			let t = this.searchRoot(e, o, s);
			if (a *= 4, t <= o && o > n) o = t < -i ? n : Math.max(n, t - a);
			else if (t >= s && s < r) s = t > i ? r : Math.min(r, t + a);
			else return t;
		}
	}
	searchRoot(e, t, n) {
		let { pvs: r, deepening: i } = this.driver.switches, a = t, o = b;
		this.countRoot();
		for (let [t, i] of this.order.entries()) {
			let s = r && t > 0 && n - a > 1, c = this.ask(i, e, a, s ? a + 1 : n);
			if (s && a < c && c < n && (c = this.ask(i, e, a, n)), i.value = c, i.depth = e, i.isExact = c > a || a <= this.driver.window[0], o = Math.max(o, c), a = Math.max(a, c), a >= n) break;
		}
		let s = (t) => Number(t.depth === e && t.isExact);
		return i && (this.order = [...this.order].sort((e, t) => s(t) - s(e) || t.value - e.value)), o;
	}
	countRoot() {
		let { block: e, rules: t } = this;
		if (this.word("LEFT") <= 0) {
			let n = this.word("SPENT") + this.word("QUANTUM"), r = Math.min(t.place("GRANT"), this.word("MAX_NODES") - n);
			if (r <= 0) throw new d();
			e.set(t.place("SPENT"), n), e.set(t.place("QUANTUM"), r), e.set(t.place("LEFT"), r);
		}
		e.set(t.place("LEFT"), this.word("LEFT") - 1), this.roots += 1;
	}
	ask(e, t, n, r) {
		let { block: i, rules: a } = this, o = [this.word("HORIZON"), this.word("LEANS")], [s, c] = this.sign > 0 ? [n, r] : [-r, -n], l = this.sign * a.call("search", i, e.code, t - 1, s, c);
		if (this.word("STOPPED") !== 0) throw new d();
		e.hasEstimates = this.word("HORIZON") !== o[0], e.leans = this.word("LEANS") !== o[1];
		let u = n < l && l < r && r - n > 1, f = a.place("LINES") + a.place("LINE"), p = u ? i.get(a.place("LENGTHS") + 1) : 0;
		return e.line = Array.from(i.words.subarray(f, f + p)), l;
	}
}, w = {
	stack: -1,
	trap: -2
}, T = 16, E = 1000000000n;
function D(e, t, n) {
	let r = A(e), i = n.allocate(Math.max(T, r.memory)), a = (n.stack ? n.stack(t.stack) : n.allocate(t.stack)) + t.stack, o = new WebAssembly.Global({
		value: "i32",
		mutable: !0
	}, a), s = {
		...O(n),
		memory: n.memory,
		__stack_pointer: o,
		__memory_base: new WebAssembly.Global({
			value: "i32",
			mutable: !1
		}, i),
		__table_base: new WebAssembly.Global({
			value: "i32",
			mutable: !1
		}, 0),
		__indirect_function_table: new WebAssembly.Table({
			initial: r.table,
			element: "anyfunc"
		})
	};
	for (let { module: t, name: n, kind: r } of WebAssembly.Module.imports(e)) t === "env" && r === "function" && (s[n] ??= k(n));
	let { exports: c } = new WebAssembly.Instance(e, { env: s });
	return c.__wasm_apply_data_relocs?.(), {
		manifest: t,
		host: n,
		call: (e, t, ...n) => {
			let r = c[e];
			o.value = a;
			try {
				return r(t, ...n.map(BigInt));
			} catch (e) {
				if (e instanceof RangeError) return w.stack;
				if (e instanceof WebAssembly.RuntimeError) return w.trap;
				throw e;
			}
		}
	};
}
function O(e) {
	return {
		malloc: (t) => e.allocate(Number(t)),
		realloc: (t, n) => e.resize(t, Number(n)),
		free: (t) => e.release(t),
		clock_gettime: (t, n) => {
			let r = BigInt(Math.round(e.now() * 1e6));
			return new BigInt64Array(e.memory.buffer, n, 2).set([r / E, r % E]), 0;
		}
	};
}
function k(e) {
	let t = Math, n = t[e];
	if (n) return n;
	let r = e.endsWith("f") ? t[e.slice(0, -1)] : void 0;
	if (r) return (...e) => Math.fround(r(...e));
	throw Error(`This kernel calls ${e}, which a page doesn't have: export the game again with this version.`);
}
function A(e) {
	let [t] = WebAssembly.Module.customSections(e, "dylink.0"), n = {
		memory: 0,
		table: 0
	};
	if (!t) return n;
	let r = new Uint8Array(t), i = 0, a = () => {
		let e = 0;
		for (let t = 0;; t += 7) {
			let n = r[i++];
			if (e |= (n & 127) << t, n < 128) return e >>> 0;
		}
	};
	for (; i < r.length;) {
		let e = r[i++], t = a() + i;
		if (e === 1) {
			let e = a();
			return a(), {
				memory: e,
				table: a()
			};
		}
		i = t;
	}
	return n;
}
// src/kernel/rules.ts
var j = -1, M = class {
	kernel;
	host;
	game;
	layout;
	block;
	result;
	constructor(e, t, n) {
		this.kernel = e, this.host = t, this.game = n, this.layout = e.manifest.layout, this.block = new c(t, this.place("END")), this.result = new c(t, 2);
	}
	place(t) {
		let n = this.layout[t];
		if (n === void 0) throw new e(`This kernel has no ${t}: export the game again with this version.`);
		return n;
	}
	offers(e) {
		return this.kernel.manifest.rules.names.includes(e);
	}
	call(t, n, ...r) {
		let i = this.kernel.manifest.entries[t];
		if (!i) throw new e(`${this.game.name} has no compiled ${t}.`);
		let a = this.kernel.call(`run_${t}`, this.result.address, n.address, ...r);
		if (a !== 0) throw new e(this.sentence(t, a));
		return i[1] === "float" ? this.result.floats[0] : Number(this.result.words[0]);
	}
	sentence(e, t) {
		let { name: n } = this.game;
		if (t === w.stack) return `The compiled search of ${n} went deeper than the page's stack allows: give it a smaller depth.`;
		if (t === w.trap && this.host.wasRefused) return `The compiled ${e} of ${n} asks for more memory than it may have: give it more by memoryMb.`;
		if (t === w.trap) return `The compiled ${e} of ${n} stopped at a fault: run \`plywise check\` on its rules.`;
		let [r, i] = this.kernel.manifest.errors[String(t)] ?? ["RulesError", ""];
		return `The rules of ${n} fail: ${i || r}`;
	}
	ask(e, t, ...n) {
		return this.block.words.set(t, 0), this.call(e, this.block, ...n);
	}
	codes(e) {
		let t = this.place("ACTIONS");
		return Array.from(this.block.words.subarray(t, t + e));
	}
	next() {
		return Array.from(this.block.words.subarray(this.place("NEXT"), this.place("ACTIONS")));
	}
	toMove(e) {
		return this.ask("to_move", e);
	}
	isChance(e) {
		return this.toMove(e) === j;
	}
	actions(e) {
		return this.codes(this.ask("actions", e));
	}
	chances(e) {
		let t = this.codes(this.ask("chances", e)), n = this.place("ODDS");
		return t.map((e, t) => [e, this.block.floats[n + t]]);
	}
	after(e, t) {
		return this.ask("result", e, t), this.next();
	}
	isTerminal(e) {
		return this.kernel.manifest.rules.default_terminal ? this.toMove(e) >= 0 && this.actions(e).length === 0 : this.ask("is_terminal", e) !== 0;
	}
	utility(e, t) {
		let n = this.ask("utility", e, t);
		return this.place("HAS_CHANCE") ? n : n / this.place("SCALE");
	}
	evaluate(e, t) {
		return this.ask("evaluate", e, t);
	}
	canonical(e) {
		return this.ask("canonical", e), this.next();
	}
	repetitionKey(e) {
		return this.ask("repetition_key", e), this.result.words[0];
	}
	fatalKeys(e) {
		if (this.game.repetition === null) return [];
		let t = this.game.repetition === "draw" ? this.game.repetition_count - 1 : 1, n = /* @__PURE__ */ new Map();
		for (let t of e) {
			let e = this.repetitionKey(t);
			e !== 0n && n.set(e, (n.get(e) ?? 0) + 1);
		}
		return [...n].filter(([, e]) => e >= t).map(([e]) => e);
	}
	playable(t, n) {
		if (this.isTerminal(t)) return [];
		let r = this.actions(t);
		if (r.length === 0) throw new e(`A state of ${this.game.name} offers no action, and isn't terminal: fix the rules.`);
		if (this.game.repetition !== "illegal") return r;
		let i = /* @__PURE__ */ new Set([...this.fatalKeys(n), this.repetitionKey(t)]);
		return i.delete(0n), r.filter((e) => !i.has(this.repetitionKey(this.after(t, e))));
	}
	writeHistory(t, n) {
		let r = this.fatalKeys(n), i = this.game.most_history;
		if (r.length > i) throw new e(`A history holds at most ${i} states that can come again.`);
		t.words.set(r, this.place("KEYS")), t.set(this.place("SEEN"), r.length);
	}
}, N = 21, P = 62, F = class {
	rules;
	game;
	width;
	constructor(e, t) {
		this.rules = e, this.game = t, this.width = BigInt(Math.min(N, Math.floor(P / Math.max(1, e.arity))));
	}
	cells(t) {
		let { fields: n, lengths: r } = this.rules, i = Array.isArray(t);
		if (typeof t != "object" || !t) throw new e(this.form());
		let a = i ? t : n.map((e) => t[e]);
		if (a.length !== n.length) throw new e(this.form());
		return a.flatMap((e, t) => this.flat(e, r[t], n[t]));
	}
	flat(t, n, r) {
		let [i, ...a] = n;
		if (i === void 0) return [I(t, `The field ${r} of a state of ${this.game.name}`)];
		if (!Array.isArray(t) || t.length !== i) throw new e(`The field ${r} of a state of ${this.game.name} is a row of ${i}: give one.`);
		return t.flatMap((e) => this.flat(e, a, r));
	}
	form() {
		return `A state of ${this.game.name} has the fields ${this.rules.fields.join(", ")}: give an object with these.`;
	}
	state(e) {
		let t = [...e], { fields: n, lengths: r } = this.rules;
		return Object.fromEntries(n.map((e, n) => [e, L(t, r[n], this.game.forms[n] ?? "number")]));
	}
	code(t) {
		let { arity: n } = this.rules, r = n ? t : [t];
		if (!Array.isArray(r) || r.length !== Math.max(1, n)) throw new e(`An action of ${this.game.name} is ${n ? `a row of ${n} numbers` : "a number"}: give one.`);
		return r.reduce((t, n, r) => {
			let i = I(n, `An action of ${this.game.name}`);
			if (i < 0n || i >> this.width !== 0n) throw new e(`${n} is no action of ${this.game.name}.`);
			return t | i << this.width * BigInt(r);
		}, 0n);
	}
	action(e) {
		let { arity: t } = this.rules, n = (1n << this.width) - 1n;
		return t ? Array.from({ length: t }, (t, r) => Number(e >> this.width * BigInt(r) & n)) : Number(e);
	}
};
function I(t, n) {
	if (!(typeof t == "bigint" || typeof t == "boolean" || Number.isSafeInteger(t))) throw new e(`${n} is a whole number, or a bigint beyond 2**53: not ${String(t)}.`);
	return BigInt.asIntN(64, BigInt(t));
}
function L(e, t, n) {
	let [r, ...i] = t;
	if (r !== void 0) return Array.from({ length: r }, () => L(e, i, n));
	let a = e.shift();
	if (n === "unsigned") return BigInt.asUintN(64, a);
	let o = Number(a);
	return n === "number" && Number.isSafeInteger(o) ? o : a;
}
// src/kernel/uct.ts
var R = 100, z = class {
	rules;
	driver;
	block;
	tree;
	width;
	size;
	scale;
	constructor(t, n, r) {
		this.rules = t, this.driver = n, this.width = t.place("RECORD_WORDS");
		let i = Math.floor(Math.floor(r * 1048576) / (8 * this.width));
		if (this.size = i - t.place("MAX_ACTIONS"), this.size < 3 * t.place("MAX_ACTIONS")) throw new e(`A tree of ${r} MB has no room for ${t.game.name}'s actions: give it more.`);
		this.block = new c(t.host, t.place("BLOCK_END")), this.tree = new c(t.host, i * this.width), this.scale = new _(t.game);
	}
	decide(e, t, n, r, i, a) {
		let { rules: o } = this;
		if ((o.isTerminal(e) || !o.isChance(e)) && o.playable(e, t).length === 0) return {
			...h(null, o.utility(e, 0), 0, "proven"),
			nodes: 1,
			leaves: 1
		};
		this.prepare(e, t, n, i);
		let s = n.simulations === void 0 ? l : BigInt(n.simulations);
		for (;;) {
			let t = a ? Math.min(r.ends, o.host.now() + R) : r.ends;
			this.block.set(o.place("DEADLINE"), t === Infinity ? 0n : p(t)), o.call("simulations", this.block, s);
			let i = o.host.now() >= r.ends || BigInt(this.word("SIMULATIONS")) >= s || this.nodes >= (n.nodes ?? Infinity) || this.proven(0) !== null, c = this.report(e, r);
			if (i || !a) return c;
			a(c);
		}
	}
	word(e) {
		return this.block.get(this.rules.place(e));
	}
	get nodes() {
		return this.word("SPENT") + this.word("QUANTUM") - this.word("LEFT");
	}
	prepare(e, t, n, r) {
		let { block: i, rules: a, tree: o } = this, s = (e) => a.place(e);
		o.fill(0, this.width, 0), i.fill(s("LEFT"), s("DEADLINE") + 1, 0), i.fill(s("LOTS"), s("BLOCK_END"), 0), i.words.set(e, 0), i.set(s("MAX_NODES"), n.nodes ?? l), i.set(s("LOTS"), BigInt.asIntN(64, r)), i.set(s("DEEPEST"), this.driver.longest), i.set(s("TREE_AT"), o.address), i.set(s("TREE_SIZE"), this.size), i.set(s("USED"), 1), i.set(s("SPARE"), o.address + 8 * this.width * this.size), i.set(s("FIRST_BLOCK"), i.address);
		for (let [e, t] of this.driver.words) i.set(e, BigInt(t));
		a.writeHistory(i, t);
	}
	report(e, t) {
		let { rules: n, scale: r } = this, i = this.word("ESTIMATES") > 0, a = this.proven(0), o = {
			nodes: this.nodes,
			simulations: this.word("SIMULATIONS"),
			seconds: t.seconds
		};
		if (n.isChance(e)) {
			let e = this.branch(0, 0).worth;
			return {
				...h(null, e, 0, i || !a ? "heuristic" : "proven"),
				...o
			};
		}
		let s = n.toMove(e), c = this.children(0).map((e) => this.branch(e, s)), l = c.map((t) => this.choice(t, e, i)), u = l[c.indexOf(this.best(c) ?? c[0])], [d, f] = r.verdict(u, l), { action: p, value: m, line: g } = u;
		return {
			...h(p, m, s, d),
			bound: f,
			line: g,
			choices: l,
			depth: g.length,
			...o
		};
	}
	best(e) {
		let { middle: t, margin: n, win: r } = this.driver.score, i = (e) => n >= 1 ? e : t + n * (e - t) + r * Math.sign(e - t), a = e.filter((e) => e.proven), o = e.filter((e) => !e.proven && e.visits > 0), s = g(a, (e, t) => e.worth > t.worth), c = g(o, (e, t) => e.visits > t.visits || e.visits === t.visits && e.mean > t.mean);
		return !s || !c ? s ?? c : i(s.worth) >= c.mean && s.worth > this.scale.low ? s : c;
	}
	choice(e, t, n) {
		let r = [e.code, ...this.line(e.record, this.rules.after(t, e.code))], { worth: i, visits: a } = e;
		return e.proven ? {
			...this.scale.choice(r, i, "utility", "exact", n),
			visits: a
		} : {
			action: e.code,
			value: i,
			line: r,
			visits: a,
			bound: "exact",
			status: "heuristic",
			unit: "utility",
			distance: null
		};
	}
	wordOf(e, t) {
		return this.tree.words[e * this.width + this.rules.place(t)];
	}
	floatOf(e, t, n = 0) {
		return this.tree.floats[e * this.width + this.rules.place(t) + n];
	}
	children(e) {
		let t = this.wordOf(e, "LINKS"), n = Number(t >> 24n);
		return Array.from({ length: Number(t >> 8n & 65535n) }, (e, t) => n + t);
	}
	proven(e) {
		if ((this.wordOf(e, "LINKS") & 1n) == 0n) return null;
		let t = this.rules.place("VALUES"), n = Array.from({ length: t }, (t, n) => this.floatOf(e, "PROOF", n));
		return this.rules.place("ADVERSARIAL") ? [n[0], (this.rules.game.utility_sum ?? 0) - n[0]] : n;
	}
	branch(e, t) {
		let n = this.proven(e), r = Number(this.wordOf(e, "VISITS")), i = r > 0 ? this.floatOf(e, "TOTAL") / r : 0, a = r > 0 ? this.floatOf(e, "GAINS") / r : this.rules.game.draw_utility, o = n ? n[Math.max(t, 0)] : a;
		return {
			record: e,
			code: this.wordOf(e, "CODE"),
			visits: r,
			mean: i,
			worth: o,
			proven: n
		};
	}
	line(e, t) {
		let { rules: n, block: r } = this, i = n.call("best_line", r, e), a = n.place("PATH"), o = Array.from(r.words.subarray(a, a + i)), s = r.get(n.place("KNOWN")), c = this.proven(s);
		if (this.children(s).length > 0 || !c) return o;
		let l = o.reduce((e, t) => n.after(e, t), t);
		if (n.isTerminal(l) || n.isChance(l)) return o;
		let u = n.toMove(l), d = n.actions(l).find((e) => {
			let t = n.after(l, e);
			return n.isTerminal(t) && n.utility(t, u) === c[u];
		});
		return d === void 0 ? o : [...o, d];
	}
}, B = .2, V = 1e3, H = class {
	rules;
	terms;
	stages = [];
	tableMb;
	constructor(t, n = {}) {
		let { tableMb: r = 16, memoryMb: i = 256 } = n;
		if (!(r >= .01 && r <= i - 16 && i <= 4e3)) throw new e("A table has from 0.01 MB to 16 MB less than memoryMb, which is 4000 at most.");
		this.tableMb = r;
		for (let e = t; e; e = e.next) {
			let { manifest: t, game: n } = e.data, r = o(t.stack, i), a = new M(D(e.module, t, r), r, n);
			this.stages.push({
				rules: a,
				search: null,
				file: e
			});
		}
		this.rules = this.stages[0].rules, this.terms = new F(t.data.manifest.rules, t.data.game);
	}
	decide(e, t, n) {
		W(t);
		let r = n && ((e) => n(this.told(e)));
		return this.told(this.search(e, t, r));
	}
	search(e, t, n) {
		let r = (t.history ?? []).map((e) => this.terms.cells(e)), i = t.depth === void 0 && t.nodes === void 0 && t.simulations === void 0, a = t.ms ?? (i ? V : void 0), [o, s] = this.suited(t);
		if (!s) return this.run(o, e, r, {
			...t,
			ms: a
		}, n);
		let c = this.rules.host.now(), l = this.run(o, e, r, {
			...t,
			...U(t, a, B)
		}, n);
		if (l.status === "proven") return l;
		let u = a === void 0 ? void 0 : Math.max(1, a - (this.rules.host.now() - c)), d = t.nodes === void 0 ? void 0 : Math.max(1, t.nodes - l.nodes), f = this.run(s, e, r, {
			...t,
			ms: u,
			nodes: d
		}, n);
		return {
			...f,
			nodes: f.nodes + l.nodes,
			seconds: f.seconds + l.seconds
		};
	}
	suited(t) {
		let n = (e) => this.stages.filter((t) => t.file.data.driver.algorithm === e), r = t.depth === void 0 ? t.simulations === void 0 ? null : "uct" : "alpha-beta";
		if (r === null) return this.stages;
		let i = n(r);
		if (i.length === 0) {
			let t = r === "uct" ? "depth, ms or nodes" : "simulations, ms or nodes";
			throw new e(`${this.rules.game.name} is searched otherwise in this kernel file: give ${t}.`);
		}
		return i;
	}
	run(e, t, n, r, i) {
		let { rules: a, file: o } = e, { driver: s } = o.data, c = f(() => a.host.now(), r.ms);
		return s.algorithm === "uct" ? (e.search ??= new z(a, s, this.tableMb), e.search.decide(t, n, r, c, BigInt(r.seed ?? 0), i)) : (e.search ??= new C(a, s, this.tableMb), e.search.decide(t, n, r, c, i));
	}
	told(e) {
		let t = (e) => e.map((e) => this.terms.action(e)), n = e.choices.map((e) => ({
			...e,
			action: this.terms.action(e.action),
			line: t(e.line)
		})), r = e.action === null ? null : this.terms.action(e.action);
		return {
			...e,
			action: r,
			line: t(e.line),
			choices: n
		};
	}
};
function U(e, t, n) {
	let r = e.nodes === void 0 ? void 0 : Math.max(1, Math.floor(e.nodes * n));
	return {
		ms: t === void 0 ? void 0 : t * n,
		nodes: r
	};
}
function W(t) {
	for (let n of [
		"ms",
		"nodes",
		"depth",
		"simulations"
	]) {
		let r = t[n];
		if (!(r === void 0 || r > 0 && (n === "ms" ? Number.isFinite(r) : Number.isSafeInteger(r)))) throw new e(`The limit ${n} is a number above 0${n === "ms" ? "" : ", and whole"}: not ${r}.`);
	}
}
// src/package/worker.ts
var G = "plywise-kernel", K = 5e3, q = class {
	bytes;
	sizes;
	start;
	worker = null;
	waiting = null;
	constructor(e, t, n) {
		this.bytes = e, this.sizes = t, this.start = n;
	}
	decide(t, n, r, i) {
		if (this.waiting) return Promise.reject(new e("The engine is searching already: wait for its answer, or stop it first."));
		let a = this.started(), o = () => this.stop(), s = new Promise((e, t) => {
			this.waiting = {
				last: null,
				resolve: e,
				reject: t,
				onDepth: r
			};
		});
		i?.addEventListener("abort", o);
		let c = n.ms === void 0 ? void 0 : setTimeout(() => this.giveUp(), n.ms + K);
		return this.send(a, {
			kind: "decide",
			cells: t,
			asked: n
		}), i?.aborted && this.stop(), s.finally(() => {
			clearTimeout(c), i?.removeEventListener("abort", o);
		});
	}
	stop() {
		let { waiting: e } = this;
		e && (this.close(), e.resolve(e.last));
	}
	close() {
		this.worker?.terminate(), this.worker = null, this.waiting = null;
	}
	giveUp() {
		let { waiting: t } = this;
		this.close(), t?.last ? t.resolve(t.last) : t?.reject(new e("The search doesn't end: its rules may loop forever. Run `plywise check` on them."));
	}
	started() {
		if (this.worker) return this.worker;
		let t = this.start();
		return t.onmessage = ({ data: e }) => this.hear(e), t.onerror = (t) => {
			let { waiting: n } = this;
			this.close(), n?.reject(new e(`The worker fails: ${t.message || "its script can't be loaded"}.`));
		}, this.send(t, {
			kind: "start",
			bytes: this.bytes,
			sizes: this.sizes
		}), this.worker = t, t;
	}
	send(e, t) {
		e.postMessage(t);
	}
	hear(t) {
		let { waiting: n } = this;
		n && (t.kind === "depth" ? (n.last = t.decision, n.onDepth?.(t.decision)) : (this.waiting = null, t.kind === "answer" ? n.resolve(t.decision) : n.reject(new e(t.message))));
	}
};
function J() {
	return typeof document > "u" && globalThis.name === G && "postMessage" in globalThis;
}
var Y = G;
function X() {
	let e = null, n = (e) => globalThis.postMessage(e);
	globalThis.onmessage = async ({ data: r }) => {
		try {
			if (r.kind === "start") {
				e = t(r.bytes).then((e) => new H(e, r.sizes));
				return;
			}
			n({
				kind: "answer",
				decision: (await e).decide(r.cells, r.asked, (e) => n({
					kind: "depth",
					decision: e
				}))
			});
		} catch (e) {
			n({
				kind: "error",
				message: e instanceof Error ? e.message : String(e)
			});
		}
	};
}
// src/package/index.ts
function Z(e, t = {}) {
	let n = Q(e, t);
	return Object.assign(n, { decide: (e, t) => n.then((n) => n.decide(e, t)) });
}
async function Q(e, n) {
	let r = typeof e == "string" || e instanceof URL ? await $(e) : e;
	return new ee(await t(r), r, n);
}
async function $(t) {
	let n;
	try {
		n = await fetch(t);
	} catch {
		throw new e(`The kernel file ${t} can't be reached: check its address.`);
	}
	if (!n.ok) throw new e(`The kernel file ${t} isn't there (${n.status}): check its address.`);
	return n.arrayBuffer();
}
var ee = class {
	game;
	local;
	remote;
	first;
	constructor(e, t, n) {
		let { worker: r, ...i } = n, { name: a, players: o, player_names: s, initial: c } = e.data.game;
		this.game = {
			name: a,
			players: o,
			playerNames: s
		}, this.local = new H(e, i), this.remote = r ? new q(t, i, r === !0 ? te : r) : null, this.first = this.local.terms.state(c.map((e) => BigInt.asIntN(64, BigInt(e))));
	}
	initial() {
		return this.first;
	}
	toMove(e) {
		return this.local.rules.toMove(this.cells(e));
	}
	actions(e, t = []) {
		let n = t.map((e) => this.cells(e));
		return this.local.rules.playable(this.cells(e), n).map((e) => this.local.terms.action(e));
	}
	chances(e) {
		return this.local.rules.chances(this.cells(e)).map(([e, t]) => [this.local.terms.action(e), t]);
	}
	result(t, n) {
		let { rules: r, terms: i } = this.local, [a, o] = [this.cells(t), i.code(n)];
		if (!(r.isTerminal(a) ? [] : r.isChance(a) ? r.chances(a).map(([e]) => e) : r.actions(a)).includes(o)) throw new e(`${this.game.name} doesn't offer the action ${JSON.stringify(n)} in this state.`);
		return i.state(r.after(a, o));
	}
	isTerminal(e) {
		return this.local.rules.isTerminal(this.cells(e));
	}
	utility(e, t) {
		return this.local.rules.utility(this.cells(e), t);
	}
	async decide(e, t = {}) {
		let { onDepth: n, signal: r, ...i } = t, a = this.cells(e);
		return this.remote ? await this.remote.decide(a, i, n, r) ?? this.unsearched(e, i) : this.local.decide(a, i, n);
	}
	unsearched(e, t) {
		let [n = null] = this.toMove(e) < 0 ? [] : this.actions(e, t.history), r = this.local.rules.game.draw_utility, i = n === null ? [] : [n];
		return {
			action: n,
			value: r,
			player: Math.max(0, this.toMove(e)),
			status: "heuristic",
			bound: "exact",
			unit: "utility",
			...m,
			line: i
		};
	}
	stop() {
		this.remote?.stop();
	}
	close() {
		this.remote?.close();
	}
	cells(e) {
		return this.local.terms.cells(e);
	}
};
function te() {
	let e = import.meta.url, t = new URL(e).origin === globalThis.location?.origin;
	return new Worker(t ? e : URL.createObjectURL(new Blob([`import ${JSON.stringify(e)};`], { type: "text/javascript" })), {
		type: "module",
		name: Y
	});
}
J() && X();
export { e as PlywiseError, Z as load };
