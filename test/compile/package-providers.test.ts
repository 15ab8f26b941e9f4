import * as addons from 'fluxspan/addons';
import { expect, it } from 'vitest';
import { packageProviders } from '../../src/compile/package-providers.js';

it('knows which addon of the package provides what', () => {
  const provided = Object.entries(addons).flatMap(([exported, { definition }]) =>
    [definition.name, ...((definition.provides ?? []) as readonly string[])].map((one) => [one, exported] as const),
  );
  expect(new Set(provided.map(([one]) => one)).size).toBe(provided.length);
  expect(packageProviders).toEqual(Object.fromEntries(provided));
});
