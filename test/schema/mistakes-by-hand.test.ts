import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Json } from './mutations.js';
import { ourVerdict } from './verdict.js';

interface Mistake {
  readonly label: string;
  /** What kube-apiserver 1.36.3 said of it, asked as Flux asks. */
  readonly refused: boolean;
  readonly object: Json;
}

const file = new URL('../fixtures/schema/mistakes.json', import.meta.url);
const mistakes = JSON.parse(readFileSync(file, 'utf8')) as readonly Mistake[];

it.each(mistakes.map(({ label, refused, object }) => [label, { refused, object }] as const))(
  "has the API server's verdict on: %s",
  (_, { refused, object }) => {
    const verdict = ourVerdict(object);
    expect({ refused: !verdict.accepted, words: verdict.words }).toMatchObject({ refused });
  },
);

it('has mistakes of every group', () => {
  expect(mistakes.filter(({ refused }) => refused).length).toBeGreaterThan(270);
});
