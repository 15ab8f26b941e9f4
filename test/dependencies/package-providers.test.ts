import * as addons from 'fluxspan/addons';
import { expect, it } from 'vitest';
import { root } from '../support/root.js';

/** A key of an object literal, as the formatter writes it. */
const keyOf = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

/** Names of functions, each called but the last. */
const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join('(), '), names.at(-1)].filter((one) => one !== '').join('() or ');

it('is written from what the addons of the package provide (npx vitest run test/compile -u)', async () => {
  const provided = Object.entries(addons).flatMap(([exported, { definition }]) =>
    [definition.name, ...((definition.provides ?? []) as readonly string[])].map(
      (one) => [one, exported, definition.name as string] as const,
    ),
  );
  // Of alternatives the one that is called like what it provides, or all of them: one for each cloud.
  const ownNames = new Set<string>(Object.values(addons).map(({ definition }) => definition.name));
  const byCapability = new Map<string, readonly string[]>();
  for (const [one, exported, name] of provided) {
    if (!ownNames.has(one) || name === one) byCapability.set(one, [...(byCapability.get(one) ?? []), exported].sort());
  }
  expect([...byCapability].filter(([, all]) => all.length > 1).map(([one]) => one)).toEqual(['secret-store']);
  const lines = [...byCapability]
    .map(([capability, all]) => [capability, listed(all)] as const)
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
