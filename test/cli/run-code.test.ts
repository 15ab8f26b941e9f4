import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CodeStore, keepCode, runCode, saveCode, unwrap, wrap } from '../../src/cli/run-code.js';

const TEXT = `(function (given) { 'use strict';
var isStrict = (function () { return this === undefined; })();
var fail = () => { throw new Error('no'); };
return { sum: (other) => given + other, isStrict, fail };
})
`;

interface Exported {
  readonly sum: (other: number) => number;
  readonly isStrict: boolean;
  readonly fail: () => never;
}

describe('the code of a built module', () => {
  let folder: string;
  let file: string;
  let kept: Map<string, Buffer>;
  let use: string;
  const store: CodeStore = {
    get use() {
      return use;
    },
    read: (name) => kept.get(name),
    write: (name, bytes) => kept.set(name, bytes),
  };
  const run = (): Exported => runCode(pathToFileURL(file), [40]);
  /** What a run with the store gives, and whether it wrote anything. */
  const runAgain = (): { readonly sum: number; readonly wrote: boolean } => {
    const before = new Map(kept);
    keepCode(store);
    const sum = run().sum(2);
    saveCode();
    return { sum, wrote: [...kept].some(([name, bytes]) => before.get(name)?.equals(bytes) !== true) };
  };
  const only = (): [name: string, bytes: Buffer] => [...kept][0]!;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fluxspan-code-'));
    file = join(folder, 'module.code.js');
    writeFileSync(file, TEXT);
    kept = new Map();
    use = 'synth';
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('runs in strict mode, with what it imports, and names its file in a stack', () => {
    const { sum, isStrict, fail } = run();
    expect([sum(2), isStrict]).toEqual([42, true]);
    expect(fail).toThrow(expect.objectContaining({ stack: expect.stringContaining(`${file}:3:`) }));
  });

  it('keeps what V8 compiled, for the next run', () => {
    expect(runAgain()).toEqual({ sum: 42, wrote: true });
    expect(kept.size).toBe(1);
    expect(runAgain()).toEqual({ sum: 42, wrote: false });
  });

  it('is kept anew for each of sixteen kinds of runs, since each calls other functions', () => {
    for (let kind = 1; kind <= 16; kind++) {
      use = `kind${kind}`;
      expect([kind, runAgain()]).toEqual([kind, { sum: 42, wrote: true }]);
    }
    const all = only()[1];
    for (const again of ['kind1', 'kind16', 'one more']) {
      use = again;
      expect(runAgain()).toEqual({ sum: 42, wrote: false });
    }
    expect(only()[1]).toBe(all);
  });

  it('keeps nothing without a store', () => {
    run();
    saveCode();
    expect(kept.size).toBe(0);
  });

  it('runs the text that is there, also where one of the same length was compiled before', () => {
    runAgain();
    writeFileSync(file, TEXT.replace('given + other', 'given * other'));
    expect(runAgain()).toEqual({ sum: 80, wrote: true });
    expect(kept.size).toBe(2);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['is empty', () => Buffer.alloc(0)],
    ['is cut off', (bytes) => bytes.subarray(0, bytes.length - 8)],
    ['is only a hash', (bytes) => bytes.subarray(0, 20)],
    ['has bytes after its end', (bytes) => Buffer.concat([bytes, Buffer.from('more')])],
    ['is not compiled code', () => Buffer.from('nothing of the kind, and long enough')],
  ])('compiles the text where what was kept %s, and keeps that', (_, damage) => {
    runAgain();
    const [name, bytes] = only();
    kept.set(name, damage(bytes));
    expect(runAgain()).toEqual({ sum: 42, wrote: true });
    expect(runAgain()).toEqual({ sum: 42, wrote: false });
  });

  it('compiles the text where another build of fluxspan kept something, and keeps that', () => {
    runAgain();
    const [name, bytes] = only();
    kept.set(name, wrap(name, unwrap(name, bytes)!, 'another build'));
    expect(runAgain()).toEqual({ sum: 42, wrote: true });
    expect(runAgain()).toEqual({ sum: 42, wrote: false });
  });

  it('compiles the text where any byte of what was kept differs', () => {
    runAgain();
    const [name, bytes] = only();
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 << (at % 8);
      kept.set(name, damaged);
      expect([at, runAgain()]).toEqual([at, { sum: 42, wrote: true }]);
    }
  });

  it('compiles the text where the store has the code of another text under this name', () => {
    runAgain();
    const [name] = only();
    writeFileSync(file, `${TEXT}// longer\n`);
    runAgain();
    const other = [...kept].find(([one]) => one !== name)![1];
    writeFileSync(file, TEXT);
    kept.set(name, other);
    expect(runAgain()).toEqual({ sum: 42, wrote: true });
  });
});
