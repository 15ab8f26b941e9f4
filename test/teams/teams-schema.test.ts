import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keysOf, teamsJsonSchema } from '../../src/teams/teams-schema.js';
import { tenantOptionNames } from '../../src/tenants/parse-tenant.js';
import { root } from '../support/root.js';

const schema = z.fromJSONSchema(teamsJsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);
const file = { apiVersion: 'fluxspan.dev/v1', kind: 'Teams', environments: ['dev'] };

describe('docs/teams.schema.json', () => {
  it('is what teamsJsonSchema prints', async () => {
    const path = 'docs/teams.schema.json';
    const text = execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${path}`], {
      cwd: root,
      input: JSON.stringify(teamsJsonSchema()),
      encoding: 'utf8',
    });
    await expect(text).toMatchFileSnapshot(`../../${path}`);
  });

  it('takes a file of teams, and no other one', () => {
    const team = { source: 'https://github.com/acme/claims', environments: { dev: { branch: 'main' } } };
    expect(
      schema.safeParse({ ...file, teams: { claims: team, pay: null }, removed: { old: 'gone' } }).error,
    ).toBeUndefined();
    expect(schema.safeParse({ ...file, teams: null }).error).toBeUndefined();
    for (const alerts of [
      false,
      { type: 'slack', secretRef: { name: 'slack' }, recoveries: true },
      [{ type: 'github', address: 'https://github.com/acme/claims', secret: { store: 'vault', key: 'a' } }],
      { type: 'nats', channel: 'a', address: 'nats://nats:4222' },
    ])
      expect(schema.safeParse({ ...file, teams: { claims: { alerts } } }).error).toBeUndefined();
    for (const wrong of [
      { teams: { claims: { qouta: {} } } },
      { teams: { claims: { source: { ulr: '' } } } },
      { teams: { claims: { environments: { dev: { brnch: 'main' } } } } },
      { teams: { claims: { alerts: { type: 'slak', secretRef: { name: 'a' } } } } },
      { teams: { claims: { alerts: { type: 'slack', chanel: 'a', secretRef: { name: 'a' } } } } },
      { teams: { claims: { alerts: { type: 'github', secretRef: { name: 'a' } } } } },
      { environments: [] },
      { kind: 'Versions' },
      { removed: { old: {} } },
      { extra: 1 },
    ])
      expect(schema.safeParse({ ...file, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });

  it('has all options of tenant() that are data', () => {
    // The types of vars are code; their names are data.
    const notData = ['extend', 'requires', 'name'];
    expect([...tenantOptionNames].filter((name) => !notData.includes(name)).sort()).toEqual(
      keysOf.team
        .filter((key) => !['branch', 'tag', 'semver', 'commit', 'digest', 'environments'].includes(key))
        .sort(),
    );
  });
});
