import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HIDDEN, readTerraformArtifact, type TerraformRead, UNKNOWN } from '../../../src/terraform/read/index.js';
import { root } from '../../support/root.js';

const read = (json: unknown): TerraformRead => {
  const result = readTerraformArtifact(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)), 'x.json');
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
};

const fixture = (name: string): string => readFileSync(join(root, 'test/fixtures/owners', name), 'utf8');

const plan = (changes: readonly object[], extra: object = {}): object => ({
  format_version: '1.2',
  terraform_version: '1.9.0',
  resource_changes: changes,
  ...extra,
});

describe('the reader of plans and states', () => {
  it.each(['plan-dual.json', 'state-dual.json'])('reads %s', (name) => {
    const { form, resources } = read(fixture(name));
    expect(form).toBe(name.startsWith('plan') ? 'plan' : 'state');
    const byAddress = new Map(resources.map((one) => [one.address, one.attributes]));
    expect(byAddress.get('helm_release.podinfo')).toMatchObject({ name: 'podinfo', namespace: 'podinfo' });
    expect(byAddress.get('kubernetes_namespace_v1.podinfo')).toEqual({ metadata: [{ name: 'podinfo' }] });
    expect(byAddress.get('kubectl_manifest.svc')).toMatchObject({
      api_version: 'v1',
      kind: 'Service',
      name: 'shop',
      namespace: 'shop',
    });
    expect(resources.find(({ address }) => address.endsWith('config_map_v1.vars'))?.module).toBe(
      'module.flux_contract',
    );
  });

  it('marks what is unknown, and drops what is sensitive but not the keys of maps', () => {
    const { resources } = read(
      plan([
        {
          address: 'kubernetes_secret_v1.x',
          mode: 'managed',
          type: 'kubernetes_secret_v1',
          name: 'x',
          change: {
            actions: ['create'],
            before: null,
            after: { data: { password: 'hunter2' }, metadata: [{ name: 'x', labels: null }], type: null },
            after_unknown: { id: true, metadata: [{ uid: true }] },
            after_sensitive: { data: true, metadata: [{}] },
          },
        },
        {
          address: 'kubectl_manifest.x',
          mode: 'managed',
          type: 'kubectl_manifest',
          name: 'x',
          change: {
            actions: ['create'],
            before: null,
            after: { yaml_body: 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: hunter2}\n' },
            after_unknown: { kind: true },
            after_sensitive: { yaml_body: true },
          },
        },
      ]),
    );
    expect(resources[0]!.attributes).toEqual({
      data: { password: HIDDEN },
      metadata: [{ name: 'x', uid: UNKNOWN }],
      id: UNKNOWN,
    });
    expect(resources[1]!.attributes).toMatchObject({ yaml_body: HIDDEN, name: 's', api_version: 'v1', kind: 'Secret' });
    expect(JSON.stringify(resources)).not.toContain('hunter2');
  });

  it('says what the plan does, and keeps what a deleted resource was', () => {
    const { resources } = read(
      plan([
        {
          address: 'helm_release.x',
          previous_address: 'helm_release.y',
          mode: 'managed',
          type: 'helm_release',
          name: 'x',
          change: { actions: ['delete'], before: { name: 'x', namespace: 'y' }, after: null, after_unknown: {} },
        },
        {
          address: 'helm_release.x',
          deposed: '00000001',
          mode: 'managed',
          type: 'helm_release',
          name: 'x',
          change: { actions: ['delete'], before: { name: 'x', namespace: 'y' }, after: null },
        },
      ]),
    );
    expect(resources).toMatchObject([
      { actions: ['delete'], previousAddress: 'helm_release.y', attributes: { name: 'x', namespace: 'y' } },
    ]);
  });

  it('keeps of other resources what is short enough to say what they are', () => {
    const { resources } = read(
      plan([
        {
          address: 'module.a["x.y"].module.b.aws_db_instance.main',
          mode: 'managed',
          type: 'aws_db_instance',
          name: 'main',
          change: {
            actions: ['no-op'],
            before: {},
            after: { identifier: 'shop', tags: { a: 'b' }, policy: 'x'.repeat(5000), password: 'hunter2' },
            after_unknown: { arn: true },
            after_sensitive: { password: true },
          },
        },
      ]),
    );
    expect(resources).toMatchObject([
      {
        module: 'module.a["x.y"].module.b',
        attributes: { identifier: 'shop', arn: UNKNOWN, password: HIDDEN },
      },
    ]);
    expect(Object.keys(resources[0]!.attributes).sort()).toEqual(['arn', 'identifier', 'password']);
  });

  it('reads objects and releases of pulumi stack export, without its secrets', () => {
    const { form, resources } = read({
      version: 3,
      deployment: {
        resources: [
          { urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', type: 'pulumi:pulumi:Stack', custom: false },
          {
            urn: 'urn:pulumi:prod::shop::kubernetes:apps/v1:Deployment::web',
            type: 'kubernetes:apps/v1:Deployment',
            custom: true,
            inputs: {
              apiVersion: 'apps/v1',
              kind: 'Deployment',
              metadata: { name: 'web', namespace: 'shop' },
              spec: { x: { '4dabf18193072939515e22adb298388d': '1b47', plaintext: '"hunter2"' } },
            },
          },
          {
            urn: 'urn:pulumi:prod::shop::kubernetes:helm.sh/v3:Release::redis',
            type: 'kubernetes:helm.sh/v3:Release',
            custom: true,
            inputs: { name: 'redis', namespace: 'shop', chart: 'redis' },
          },
          {
            urn: 'urn:pulumi:p::s::aws:s3/bucket:Bucket::b',
            type: 'aws:s3/bucket:Bucket',
            custom: true,
            id: 'b-1',
            inputs: {},
          },
        ],
      },
    });
    expect(form).toBe('pulumi');
    expect(resources.map(({ type, name }) => [type, name])).toEqual([
      ['kubernetes_manifest', 'web'],
      ['helm_release', 'redis'],
      ['aws:s3/bucket:Bucket', 'b'],
    ]);
    expect(resources[0]!.attributes['manifest']).toMatchObject({ kind: 'Deployment', spec: { x: HIDDEN } });
    expect(resources[2]!.attributes).toEqual({ id: 'b-1' });
  });

  it("reads objects and releases of the AWS CDK's templates", () => {
    const { form, resources } = read({
      Resources: {
        Manifest: {
          Type: 'Custom::AWSCDK-EKS-KubernetesResource',
          Properties: {
            Manifest: {
              'Fn::Join': [
                '',
                [
                  '[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"b"},"data":{"arn":"',
                  { Ref: 'Role' },
                  '"}},{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"b"}}]',
                ],
              ],
            },
          },
        },
        Chart: {
          Type: 'Custom::AWSCDK-EKS-HelmChart',
          Properties: { Release: 'redis', Namespace: { Ref: 'X' }, Chart: 'redis' },
        },
        Role: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'node', Policies: [] } },
      },
    });
    expect(form).toBe('cloudformation');
    expect(resources.map(({ address, attributes }) => [address, attributes])).toEqual([
      [
        'Manifest[0]',
        {
          manifest: {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name: 'a', namespace: 'b' },
            data: { arn: UNKNOWN },
          },
        },
      ],
      ['Manifest[1]', { manifest: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'b' } } }],
      ['Chart', { name: 'redis', namespace: UNKNOWN, chart: 'redis' }],
      ['Role', { RoleName: 'node' }],
    ]);
  });

  it.each([
    [
      'a plan of another version',
      plan([], { format_version: '2.0' }),
      /format version "2\.0"; fluxspan reads version 1/,
    ],
    ['a raw state file', { version: 4, lineage: 'x', resources: [] }, /is a raw state file/],
    ['something else', { hello: 'world' }, /is none of the forms that are read/],
    ['a list', [], /is none of the forms that are read/],
    ['an empty file', '  \n', /is empty/],
    ['a plan file', 'PK\u0003\u0004', /is a plan file, which only Terraform reads/],
    ['a log', '{"@level":"info"}\n{"@level":"info"}', /is the log of terraform plan -json/],
    ['what is cut off', '{"format_version": "1.2", "resource_changes": [', /is JSON that is cut off/],
    ['what is not JSON', 'password = hunter2', /is not JSON at line 1/],
  ])('refuses %s', (_, json, message) => {
    const result = readTerraformArtifact(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)), 'x.json');
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.problem.message).toMatch(message);
    expect(JSON.stringify(result.problem)).not.toContain('hunter2');
  });

  it('keeps little of a large plan', () => {
    const filler = 'x'.repeat(100_000);
    const change = (at: number): object => ({
      address: `aws_iam_policy.p${at}`,
      mode: 'managed',
      type: 'aws_iam_policy',
      name: `p${at}`,
      change: { actions: ['no-op'], before: { policy: filler }, after: { name: `p${at}`, policy: filler } },
    });
    const { resources } = read(
      plan(
        Array.from({ length: 100 }, (_, at) => change(at)),
        { prior_state: filler },
      ),
    );
    expect(resources).toHaveLength(100);
    expect(JSON.stringify(resources).length).toBeLessThan(20_000);
  });

  it('says so if objects and releases are more than it keeps', () => {
    const values = `[${'0,'.repeat(4_100_000)}0]`;
    const text = `{"format_version":"1.2","resource_changes":[{"address":"helm_release.a","mode":"managed","type":"helm_release","name":"a","change":{"actions":["create"],"after":{"values":${values}}}}]}`;
    const result = readTerraformArtifact(Buffer.from(text), 'x.json');
    expect(result).toMatchObject({ ok: false, problem: { code: 'FX416' } });
  });
});
