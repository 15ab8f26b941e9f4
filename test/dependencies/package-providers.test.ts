import * as addons from 'fluxspan/addons';
import { expect, it } from 'vitest';
import { root } from '../support/root.js';

/** A key of an object literal, as the formatter writes it. */
const keyOf = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

it('is written from what the addons of the package provide (npx vitest run test/compile -u)', async () => {
  const provided = Object.entries(addons).flatMap(([exported, { definition }]) =>
    [definition.name, ...((definition.provides ?? []) as readonly string[])].map(
      (one) => [one, exported, definition.name as string] as const,
    ),
  );
  // Of alternatives the one that is called like what it provides; no other has alternatives.
  const ownNames = new Set<string>(Object.values(addons).map(({ definition }) => definition.name));
  const first = provided.filter(([one, , name]) => !ownNames.has(one) || name === one);
  expect(new Set(first.map(([one]) => one)).size).toBe(first.length);
  const lines = first
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([capability, exported]) => `  ${keyOf(capability)}: '${exported}',\n`);
  await expect(`/**
 * What the addons of \`fluxspan/addons\` provide, their own names among it, with the function that each is exported as.
 * It stands here as data so that a message can name an addon that no one has loaded.
 */
export const packageProviders: Readonly<Record<string, string>> = {
${lines.join('')}};
`).toMatchFileSnapshot(`${root}/src/dependencies/package-providers.ts`);
});
