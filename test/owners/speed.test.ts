import { expect, it } from 'vitest';
import type { AppliedObject } from '../../src/owners/claim.js';
import { findTwoOwners } from '../../src/owners/find-two-owners.js';
import { readTerraformArtifact } from '../../src/terraform/read/index.js';

const resources = 5000;
const objects = 2000;

it(`compares a plan of ${resources} resources with a tree of ${objects} objects in less than 2 s of a processor`, () => {
  const change = (at: number): object => {
    const isConfigMap = at % 5 === 0;
    const type = isConfigMap ? 'kubernetes_config_map_v1' : 'aws_iam_role';
    const after = isConfigMap
      ? { metadata: [{ name: `c${at}`, namespace: 'shop' }], data: { text: 'x'.repeat(500) } }
      : { name: `role-${at}`, assume_role_policy: JSON.stringify({ Statement: 'x'.repeat(1500) }), tags: { a: 'b' } };
    return {
      address: `${type}.r${at}`,
      mode: 'managed',
      type,
      name: `r${at}`,
      change: { actions: ['no-op'], before: after, after, after_unknown: {}, after_sensitive: {} },
    };
  };
  const plan = Buffer.from(
    JSON.stringify({
      format_version: '1.2',
      resource_changes: Array.from({ length: resources }, (_, at) => change(at)),
    }),
  );
  const tree = Array.from(
    { length: objects },
    (_, at): AppliedObject => ({
      group: '',
      kind: 'ConfigMap',
      namespace: 'shop',
      name: `c${at}`,
      json: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c${at}`, namespace: 'shop' } },
      owner: 'Kustomization "shop"',
      at: {},
    }),
  );
  const start = process.cpuUsage();
  const read = readTerraformArtifact(plan, 'plan.json');
  const found = read.ok ? findTwoOwners(tree, [read.value], { cluster: 'dev' }) : [];
  const { user, system } = process.cpuUsage(start);
  expect(found).toHaveLength(objects / 5);
  expect((user + system) / 1e6).toBeLessThan(2);
});
