import { expect, test } from "vitest";
import { Block, ownMemory } from "./memory";

test("memory is handed out at multiples of 16, above the stack, and again after it was released", () => {
  const host = ownMemory(1000, 8);
  const [first, second] = [host.allocate(100), host.allocate(70_000)];
  expect([first % 16, second % 16]).toEqual([0, 0]);
  expect(first).toBeGreaterThanOrEqual(1000);
  host.release(second);
  expect(host.allocate(70_000)).toBe(second);
});

test("what is resized keeps its content", () => {
  const host = ownMemory(16, 8);
  const small = host.allocate(16);
  new Uint8Array(host.memory.buffer).set([1, 2, 3], small);
  const large = host.resize(small, 500_000);
  expect(large).not.toBe(small);
  expect([...new Uint8Array(host.memory.buffer, large, 3)]).toEqual([1, 2, 3]);
});

test("more than the limit is refused", () => {
  const host = ownMemory(16, 1);
  expect(host.wasRefused).toBe(false);
  expect(() => host.allocate(2_000_000)).toThrow(WebAssembly.RuntimeError);
  expect(() => host.allocate(1_040_000)).toThrow(WebAssembly.RuntimeError);
  expect(host.wasRefused).toBe(true);
});

test("a stack that grows beyond its place leaves the memory, and traps", () => {
  const host = ownMemory(64, 1);
  // (module (import "env" "memory" (memory 1)) (func (export "push") (param i32) (i32.store (local.get 0) (i32.const 1))))
  const code = [
    [0, 97, 115, 109, 1, 0, 0, 0],
    [1, 5, 1, 96, 1, 127, 0],
    [2, 15, 1, 3, 101, 110, 118, 6, 109, 101, 109, 111, 114, 121, 2, 0, 1],
    [3, 2, 1, 0],
    [7, 8, 1, 4, 112, 117, 115, 104, 0, 0],
    [10, 11, 1, 9, 0, 32, 0, 65, 1, 54, 2, 0, 11],
  ].flat();
  const module = new WebAssembly.Module(new Uint8Array(code));
  const { push } = new WebAssembly.Instance(module, { env: { memory: host.memory } }).exports as {
    push(place: number): void;
  };
  const bottom = host.stack(64);
  expect(() => push(bottom)).not.toThrow();
  expect(() => push(bottom - 16)).toThrow(WebAssembly.RuntimeError);
});

test("a block is all zeros, though its memory was used before", () => {
  const host = ownMemory(16, 8);
  const used = new Block(host, 8);
  used.set(3, -5n);
  expect(used.get(3)).toBe(-5);
  used.release();
  const fresh = new Block(host, 8);
  expect(fresh.address).toBe(used.address);
  expect(fresh.slice(0, 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});
