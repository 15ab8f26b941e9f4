import { describe, expect, it } from 'vitest';
import { type Edge, findCycles } from '../../../src/rules/order/find-cycles.js';

const edgesOf = (text: string): readonly Edge<string>[] =>
  text.split(' ').map((one) => {
    const [from = '', to = ''] = one.replace('!', '').split('>');
    return { from, to, hop: one };
  });
const cyclesOf = (text: string) =>
  findCycles(edgesOf(text), ({ hop }) => hop?.endsWith('!') === true).map((cycle) =>
    cycle.map(({ hop }) => hop).join(' '),
  );

describe('the cycles of a graph', () => {
  it.each([
    ['a>b! b>c', []],
    ['a>b! b>a', ['a>b! b>a']],
    ['a>a!', ['a>a!']],
    ['a>b b>a', []],
    // The shortest way back.
    ['a>b! b>c c>a b>a', ['a>b! b>a']],
    // One for each circle, however many heads it has.
    ['a>b! b>c! c>a!', ['a>b! b>c! c>a!']],
    ['a>b! b>a c>d! d>c', ['a>b! b>a', 'c>d! d>c']],
    // Two circles that share a node.
    ['a>b! b>a a>c! c>a', ['a>b! b>a', 'a>c! c>a']],
    ['x>a a>b! b>y', []],
  ])('of %s', (edges, cycles) => {
    expect(cyclesOf(edges)).toEqual(cycles);
  });

  it('are found in a chain of many thousands', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => ({
      from: `${index}`,
      to: `${index + 1}`,
      hop: undefined,
    }));
    const edges: readonly Edge<string>[] = [...chain, { from: '50000', to: '0', hop: 'back' }];
    const [cycle, ...others] = findCycles(edges, ({ hop }) => hop !== undefined);
    expect([cycle?.length, others]).toEqual([50_001, []]);
  });
});
