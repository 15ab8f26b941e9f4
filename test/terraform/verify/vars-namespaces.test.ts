import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { planConfigMaps } from '../../../src/compile/plan-config-maps.js';
import { exampleInfra } from '../../../src/terraform/example-infra.js';
import { planFixtures } from '../../../src/terraform/plan-fixtures.js';
import { verifyContract } from '../../../src/terraform/verify/check-contract.js';
import { spread } from '../clusters.js';

const { contract } = synthCluster(spread);
const all = planConfigMaps(contract, exampleInfra(contract));
const idOf = ({ metadata }: (typeof all)[number]) => `${metadata.namespace}/${metadata.name}`;

const problemsOf = (items: readonly object[]) => {
  const text = JSON.stringify({ kind: 'List', apiVersion: 'v1', items });
  return verifyContract(Buffer.from(text), [contract], { file: 'configmaps.json' }).diagnostics.map(
    ({ code, message, notes }) => `${code} ${message}${notes === undefined ? '' : ` (${notes.join('; ')})`}`,
  );
};

describe('vars in several namespaces', () => {
  it('are one ConfigMap for each, with the same data', () => {
    const vars = all.filter(({ metadata }) => metadata.name === 'cluster-vars');
    expect(vars.map(idOf)).toEqual(['apps/cluster-vars', 'default/cluster-vars', 'flux-system/cluster-vars']);
    expect(new Set(vars.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(planFixtures(contract).configMaps.map(idOf)).toEqual(all.map(idOf));
    expect(problemsOf(all)).toEqual([]);
  });

  it('are missing where one of them is', () => {
    expect(problemsOf(all.filter((one) => idOf(one) !== 'apps/cluster-vars'))).toEqual([
      expect.stringContaining('Kustomization/reader reads it in namespace "apps"'),
    ]);
    const [missing] = problemsOf(all.filter((one) => idOf(one) !== 'default/cluster-vars'));
    expect(missing).not.toContain('reads it');
  });

  it('are checked in each', () => {
    const broken = all.map((one) =>
      idOf(one) === 'apps/cluster-vars' ? { ...one, data: { ...one.data, TF_COUNT: 'many' } } : one,
    );
    expect(problemsOf(broken)).toHaveLength(1);
  });
});
