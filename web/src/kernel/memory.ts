/**
 * A memory of a kernel's own, for pages without Python: bounded, with the stack at its very start.
 *
 *     0          stack       | everything that is allocated                          | the limit
 *     <-- grows downwards    |
 *
 * A stack that grows too far leaves the memory at address 0, where WebAssembly traps: it overwrites nothing.
 */

import type { Host } from "./module";

const PAGE = 65_536;
const HEADER = 16;
/** Sizes from here on are kept to the page; smaller ones are powers of two. */
const LARGE = PAGE;

/** A memory, and whether something asked for more than it may have. */
export interface OwnMemory extends Host {
  readonly wasRefused: boolean;
  /** Return the lowest address of the stack. */
  stack(bytes: number): number;
}

/** Make a memory with a stack of so many bytes, that grows to a number of megabytes at most. */
export function ownMemory(stackBytes: number, megabytes: number): OwnMemory {
  const most = Math.ceil((megabytes * 1_048_576) / PAGE);
  const start = Math.ceil(stackBytes / HEADER) * HEADER;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(start / PAGE) + 1, maximum: Math.max(most, 2) });
  const released = new Map<number, number[]>();
  let end = start;
  let wasRefused = false;

  const sizeAt = (address: number): number => new Uint32Array(memory.buffer, address - HEADER, 1)[0]!;
  const refuse = (bytes: number): never => {
    wasRefused = true;
    throw new WebAssembly.RuntimeError(`There is no memory for ${bytes} bytes.`);
  };
  const allocate = (bytes: number): number => {
    if (!(bytes >= 0 && bytes <= most * PAGE)) refuse(bytes);
    const size = roomFor(bytes);
    const free = released.get(size)?.pop();
    if (free !== undefined) return free;
    const address = end + HEADER;
    const missing = address + size - memory.buffer.byteLength;
    if (missing > 0) grow(Math.ceil(missing / PAGE), bytes);
    end = address + size;
    new Uint32Array(memory.buffer, address - HEADER, 1)[0] = size;
    return address;
  };
  const grow = (pages: number, bytes: number): void => {
    try {
      memory.grow(pages);
    } catch {
      refuse(bytes);
    }
  };
  const release = (address: number): void => {
    if (address === 0) return;
    const size = sizeAt(address);
    if (!released.has(size)) released.set(size, []);
    released.get(size)!.push(address);
  };
  const resize = (address: number, bytes: number): number => {
    if (address === 0) return allocate(bytes);
    const size = sizeAt(address);
    if (bytes <= size) return address;
    const moved = allocate(bytes);
    new Uint8Array(memory.buffer).copyWithin(moved, address, address + size);
    release(address);
    return moved;
  };
  return {
    memory,
    allocate,
    resize,
    release,
    stack: () => 0,
    now: () => performance.now(),
    get wasRefused() {
      return wasRefused;
    },
  };
}

/** Return how many bytes are set aside where some are asked for. */
function roomFor(bytes: number): number {
  if (bytes >= LARGE) return Math.ceil(bytes / PAGE) * PAGE;
  let size = HEADER;
  while (size < bytes) size *= 2;
  return size;
}

/** Words of 64 bits in a host's memory, as whole numbers or as floats: see `plywise.kernel.running.Block`. */
export class Block {
  readonly address: number;

  constructor(
    private readonly host: Host,
    readonly size: number,
  ) {
    this.address = host.allocate(8 * size);
    this.fill(0, size, 0);
  }

  /** The words; a memory that grows makes views of it useless, so they are never kept. */
  get words(): BigInt64Array {
    return new BigInt64Array(this.host.memory.buffer, this.address, this.size);
  }

  get floats(): Float64Array {
    return new Float64Array(this.host.memory.buffer, this.address, this.size);
  }

  get(place: number): number {
    return Number(this.words[place]);
  }

  set(place: number, word: number | bigint): void {
    this.words[place] = BigInt(word);
  }

  /** Fill words from one place to another, the last excluded, with 0 or -1. */
  fill(from: number, to: number, word: 0 | -1): void {
    new Uint8Array(this.host.memory.buffer, this.address + 8 * from, 8 * (to - from)).fill(word & 0xff);
  }

  slice(from: number, count: number): number[] {
    return Array.from(this.words.subarray(from, from + count), Number);
  }

  release(): void {
    this.host.release(this.address);
  }
}
