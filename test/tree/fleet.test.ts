import { FluxApp } from 'fluxspan';
import { expect, it } from 'vitest';
import { type PlatformSettings, platform } from '../../src/platform/platform.js';
import { openSchemas } from '../../src/rules/schemas/find-schemas.js';
import { planApp } from '../../src/tree/plan-app.js';

const users: PlatformSettings = { headlamp: { users: ['admin@example.org'] } };
/** Clusters that differ in options, in values that a chart doesn't take, and in nothing but their names. */
const fleet: Readonly<Record<string, PlatformSettings>> = {
  east: users,
  west: users,
  north: { ...users, externalDns: { policy: 'upsert-only' } },
  south: { ...users, reloader: { values: { reloader: { watchGlobally: 'often' } as never } } },
};

const fleetApp = (names: readonly string[]): FluxApp => {
  const app = new FluxApp();
  for (const name of names) platform(app, name, fleet[name]!);
  return app;
};

it('plans and checks clusters together as each alone', () => {
  const clean = new Set<string>();
  const together = planApp(fleetApp(Object.keys(fleet)), [], { clean, schemas: openSchemas() });
  const alone = Object.keys(fleet).map((name) => planApp(fleetApp([name])));
  expect(together.files).toEqual(new Map(alone.flatMap(({ files }) => [...files])));
  expect(together.diagnostics.map((one) => JSON.stringify(one)).sort()).toEqual(
    alone.flatMap(({ diagnostics }) => diagnostics.map((one) => JSON.stringify(one))).sort(),
  );
  expect(together.diagnostics.map(({ code, at }) => [code, at.cluster])).toContainEqual(['FX313', 'south']);
  expect(together.diagnostics.filter(({ at }) => at.cluster !== 'south')).toEqual([]);
});
