import { describe, expect, it } from 'vitest';
import { applicationAdvice, boundaryProblems } from '../../src/owners/boundary.js';
import { compiledObjects } from '../../src/owners/compiled-objects.js';
import { readTerraformArtifact, type TerraformRead } from '../../src/terraform/read/index.js';
import { diagnosticsOf } from '../support/synthesize.js';
import { type PlainObject, shopCluster } from './cluster.js';

const instance: PlainObject = {
  apiVersion: 'rds.aws.upbound.io/v1beta3',
  kind: 'Instance',
  metadata: { name: 'db' },
  spec: { forProvider: { region: 'eu-west-1' } },
};

const readPlan = (changes: readonly (readonly [string, object])[]): TerraformRead => {
  const plan = {
    format_version: '1.2',
    resource_changes: changes.map(([type, after]) => ({
      address: `${type}.x`,
      mode: 'managed',
      type,
      name: 'x',
      change: { actions: ['create'], after, after_unknown: {} },
    })),
  };
  const read = readTerraformArtifact(Buffer.from(JSON.stringify(plan)), 'plan.json');
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
};

const problems = (owners: object, changes: readonly (readonly [string, object])[] = []): readonly string[] => {
  const compiled = shopCluster([instance], { owners });
  return boundaryProblems(compiled.cluster, compiledObjects(compiled), [readPlan(changes)]).map(
    ({ severity, code, message }) => `${severity} ${code} ${message}`,
  );
};

const advice = (owners: object, changes: readonly (readonly [string, object])[]): readonly string[] =>
  applicationAdvice(shopCluster([], { owners }).cluster, compiledObjects(shopCluster()), [readPlan(changes)]).map(
    ({ severity, code, message }) => `${severity} ${code} ${message}`,
  );

it('says once that Terraform has workloads, unless owners gives them to it', () => {
  const web = (kind: string) => [kind, { metadata: [{ name: 'web', namespace: 'web' }] }] as const;
  const changes = [web('kubernetes_deployment_v1'), web('kubernetes_stateful_set'), web('kubernetes_config_map')];
  expect(advice({}, changes)).toEqual([
    'notice FX786 Terraform manages 2 workloads of the cluster: kubernetes_deployment_v1.x, kubernetes_stateful_set.x',
  ]);
  expect(advice({ terraform: ['*/web/*'] }, changes)).toEqual([]);
  expect(advice({}, [web('kubernetes_config_map'), ['helm_release', { name: 'x' }]])).toEqual([]);
});

describe('the boundary of owners', () => {
  it.each<[string, object, readonly (readonly [string, object])[], readonly string[]]>([
    [
      'an object of the tree that belongs to Terraform',
      { terraform: ['Namespace/shop'] },
      [],
      ['error FX783 Namespace/shop belongs to Terraform, but Kustomization "shop" manages it'],
    ],
    [
      'the kinds of a group',
      { terraform: ['rds.aws.upbound.io/*'] },
      [],
      ['error FX783 Instance/db in shop belongs to Terraform, but Kustomization "shop" manages it'],
    ],
    [
      'a release of Terraform that belongs to Flux',
      { flux: ['HelmRelease/*'] },
      [['helm_release', { name: 'cilium', namespace: 'kube-system' }]],
      ["error FX783 Helm release cilium in kube-system belongs to Flux, but Terraform's helm_release.x manages it"],
    ],
    [
      'a cloud resource of Terraform that belongs to Crossplane',
      { crossplane: ['rds.aws.upbound.io/*'] },
      [['aws_db_instance', { identifier: 'other' }]],
      ['error FX783 RDS instance "other" belongs to Crossplane, but Terraform\'s aws_db_instance.x manages it'],
    ],
    [
      'what the pattern with the fewest asterisks gives to another one',
      { terraform: ['Secret/*'], flux: ['Secret/shop/a'] },
      [
        ['kubernetes_secret_v1', { metadata: [{ name: 'a', namespace: 'shop' }] }],
        ['kubernetes_secret_v1', { metadata: [{ name: 'b', namespace: 'shop' }] }],
      ],
      ["error FX783 Secret/a in shop belongs to Flux, but Terraform's kubernetes_secret_v1.x manages it"],
    ],
  ])('finds %s', (_, owners, changes, expected) => {
    expect(problems(owners, changes)).toEqual(expected);
  });

  it('keeps namespaces for a person', () => {
    expect(problems({ person: ['Namespace/*'] })).toEqual([
      'error FX783 Namespace/podinfo belongs to a person, but Kustomization "podinfo" manages it',
      'error FX783 Namespace/shop belongs to a person, but Kustomization "shop" manages it',
    ]);
  });

  it('leaves alone what it does not name, and what Flux applies for an operator', () => {
    expect(problems({ crossplane: ['rds.aws.upbound.io/*'], terraform: ['Namespace/other'] })).toEqual([]);
  });

  it.each([{ terraform: 'Namespace/*' }, { terrafrom: ['Namespace/*'] }, { terraform: ['Namespace'] }, { roots: [1] }])(
    'is refused as %j',
    (owners) => {
      const found = diagnosticsOf({}, { options: { owners } });
      expect(found.map(({ message }) => message).join()).toContain('has owners');
    },
  );
});
