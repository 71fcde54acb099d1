/**
 * A compiled kernel in a page: a WebAssembly module that works on a memory which somebody else owns.
 *
 * Its code is position-independent: it is told where its constants and its stack lie, so that it can share the memory of
 * the Python beside it, or have one of its own (`memory.ts`).
 */

/** What a kernel's manifest says that is needed to run it. */
export interface Manifest {
  game: string;
  kernel: string;
  /** Entries by name: how many numbers each takes, and what it returns. */
  entries: Record<string, [number, "int" | "float"]>;
  /** Where in a block everything is, and the kernel's other whole numbers. */
  layout: Record<string, number>;
  /** Errors by number: class and text. */
  errors: Record<string, [string, string]>;
  rules: {
    names: string[];
    arity: number;
    size: number;
    default_terminal: boolean;
    fields: string[];
    lengths: number[][];
  };
  stack: number;
}

/** Whoever owns the memory that a kernel works on. */
export interface Host {
  readonly memory: WebAssembly.Memory;
  /** Return the address of so many bytes, at a multiple of 16. */
  allocate(bytes: number): number;
  resize(address: number, bytes: number): number;
  release(address: number): void;
  /** Return the lowest address of a stack, where the host has a better place than any; nothing may lie below it. */
  stack?(bytes: number): number;
  /** The time in milliseconds, by the clock that deadlines are set by. */
  now(): number;
}

/** What `call` returns where WebAssembly itself stops. */
export const FAULTS = { stack: -1, trap: -2 } as const;

const ALIGNMENT = 16;
const NANOSECONDS = 1_000_000_000n;

/** A kernel that has been started. */
export interface Kernel {
  readonly manifest: Manifest;
  readonly host: Host;
  /** Run an entry, which writes what it returns to `result`; return its status: 0, an error's number, or a fault. */
  call(entry: string, result: number, ...numbers: (number | bigint)[]): number;
}

/** Start a kernel on a host's memory. */
export function startKernel(module: WebAssembly.Module, manifest: Manifest, host: Host): Kernel {
  const needs = neededMemory(module);
  const base = host.allocate(Math.max(ALIGNMENT, needs.memory));
  const bottom = host.stack ? host.stack(manifest.stack) : host.allocate(manifest.stack);
  const top = bottom + manifest.stack;
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, top);
  const env: Record<string, WebAssembly.ImportValue> = {
    ...servicesOf(host),
    memory: host.memory,
    __stack_pointer: stack,
    __memory_base: new WebAssembly.Global({ value: "i32", mutable: false }, base),
    __table_base: new WebAssembly.Global({ value: "i32", mutable: false }, 0),
    __indirect_function_table: new WebAssembly.Table({ initial: needs.table, element: "anyfunc" }),
  };
  for (const { module: home, name, kind } of WebAssembly.Module.imports(module))
    if (home === "env" && kind === "function") env[name] ??= mathsOf(name);
  const { exports } = new WebAssembly.Instance(module, { env });
  (exports.__wasm_apply_data_relocs as (() => void) | undefined)?.();

  const call = (entry: string, result: number, ...numbers: (number | bigint)[]): number => {
    const run = exports[entry] as (result: number, ...numbers: bigint[]) => number;
    stack.value = top; // whatever a fault left behind
    try {
      return run(result, ...numbers.map(BigInt));
    } catch (error) {
      if (error instanceof RangeError) return FAULTS.stack;
      if (error instanceof WebAssembly.RuntimeError) return FAULTS.trap;
      throw error;
    }
  };
  return { manifest, host, call };
}

/** What a kernel may ask its host for, by C's names; sizes have 64 bits there. */
function servicesOf(host: Host): Record<string, WebAssembly.ImportValue> {
  return {
    malloc: (bytes: bigint) => host.allocate(Number(bytes)),
    realloc: (address: number, bytes: bigint) => host.resize(address, Number(bytes)),
    free: (address: number) => host.release(address),
    clock_gettime: (_clock: number, place: number) => {
      const now = BigInt(Math.round(host.now() * 1e6));
      new BigInt64Array(host.memory.buffer, place, 2).set([now / NANOSECONDS, now % NANOSECONDS]);
      return 0;
    },
  };
}

/** Return the function of mathematics of a name: `tanh`, or `tanhf` for single precision. */
function mathsOf(name: string): (...numbers: number[]) => number {
  const known = Math as unknown as Record<string, ((...numbers: number[]) => number) | undefined>;
  const exact = known[name];
  if (exact) return exact;
  const single = name.endsWith("f") ? known[name.slice(0, -1)] : undefined;
  if (single) return (...numbers) => Math.fround(single(...numbers));
  throw new Error(`This kernel calls ${name}, which a page doesn't have: export the game again with this version.`);
}

/** Read how much memory and how many places in a table a module needs, from its section `dylink.0`. */
export function neededMemory(module: WebAssembly.Module): { memory: number; table: number } {
  const [section] = WebAssembly.Module.customSections(module, "dylink.0");
  const none = { memory: 0, table: 0 };
  if (!section) return none;
  const bytes = new Uint8Array(section);
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  while (at < bytes.length) {
    const kind = bytes[at++]!;
    const end = number() + at;
    if (kind === 1) {
      const memory = number();
      number(); // its alignment, which is never above ours
      return { memory, table: number() };
    }
    at = end;
  }
  return none;
}
