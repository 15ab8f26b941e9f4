import { describe, expect, it } from 'vitest';
import { contractNames } from '../../src/audit/contract/contract-names.js';
import { inferContracts } from '../../src/audit/contract/infer-contracts.js';
import { withKeptTypes } from '../../src/audit/contract/plan-contract.js';
import { bootstrapped, config, type Files, folderWith, kustomization } from './repository.js';

const contractOf = async (files: Files) => {
  const found = await inferContracts({ folder: folderWith({ ...bootstrapped('prod'), ...files }) });
  if ('problems' in found) throw new Error(found.problems.map(({ message }) => message).join('\n'));
  return found.clusters[0]!;
};

const from = (...sources: readonly string[]): string =>
  `  postBuild:\n    substituteFrom:\n${sources.map((one) => `      - { kind: ${one.split('/')[0]}, name: ${one.split('/')[1]} }\n`).join('')}`;

describe('the name of a contract', () => {
  it.each<[what: string, clusters: readonly (readonly [name: string, path: string])[], names: readonly string[]]>([
    [
      'is that of the cluster',
      [
        ['prod', 'clusters/prod'],
        ['dev eu', 'clusters/dev eu'],
      ],
      ['prod', 'dev-eu'],
    ],
    [
      'is its path where two have one name',
      [
        ['prod', 'eu/prod'],
        ['prod', 'us/prod'],
      ],
      ['eu-prod', 'us-prod'],
    ],
    [
      'differs where names differ in signs alone',
      [
        ['a b', 'x/a b'],
        ['a+b', 'x/a+b'],
      ],
      ['x-a-b', 'x-a-b-2'],
    ],
    [
      'differs where a path is like a name',
      [
        ['a', 'b/a'],
        ['a', 'c/a'],
        ['b-a', 'd'],
      ],
      ['b-a', 'c-a', 'b-a-2'],
    ],
    ['is there for the root of a repository', [['', '']], ['cluster']],
  ])('%s', (_, clusters, names) => {
    expect(contractNames(clusters.map(([name, path]) => ({ name, path })))).toEqual(names);
  });
});

describe('the contract of YAML', () => {
  it('asks for vars that only another source than the tree can supply', async () => {
    const { contract, left } = await contractOf({
      'clusters/prod/web.yaml': kustomization('web', `${from('ConfigMap/own', 'ConfigMap/eks')}`).replace(
        'postBuild:\n',
        'postBuild:\n    substitute: { INLINE: a }\n',
      ),
      'clusters/prod/own.yaml': config('own', '{ OWN: a }').replace('default', 'flux-system'),
      'web/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  replicas: \${WEB_REPLICAS}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: web:1
          env:
            - { name: A, value: "\${INLINE} \${OWN} \${LEVEL:=info}" }
            - { name: B, value: "https://\${APP_DOMAIN}/" }
`,
    });
    expect(left).toEqual([]);
    expect(Object.entries(contract.vars).map(([name, one]) => [name, one.schema.type, one.required])).toEqual([
      ['APP_DOMAIN', 'string', true],
      ['LEVEL', 'string', false],
      ['WEB_REPLICAS', 'integer', true],
    ]);
    expect(contract.vars['APP_DOMAIN']!.schema.description).toBe('host name');
    expect(contract.vars['WEB_REPLICAS']).toMatchObject({
      declaredBy: ['Kustomization/web'],
      readBy: [{ addon: 'Kustomization/web', object: 'Deployment/web', path: 'spec.replicas' }],
    });
    expect(contract.configMaps).toMatchObject([{ namespace: 'flux-system', name: 'eks', holds: 'vars' }]);
  });

  it('takes a second ConfigMap for that of another state, and a Secret for one that is brought before Flux', async () => {
    const { contract } = await contractOf({
      'clusters/prod/a.yaml': kustomization('a', from('ConfigMap/main', 'Secret/tokens')),
      'clusters/prod/b.yaml': kustomization('b', from('ConfigMap/main')),
      'clusters/prod/c.yaml': kustomization('c', from('ConfigMap/network')),
      'a/a.yaml': config('a', '{ a: "${ZONE}", b: "${API_TOKEN}" }'),
      'b/b.yaml': config('b', '{ a: "${ZONE}" }'),
      'c/c.yaml': config('c', '{ a: "${SUBNET_CIDR}" }'),
    });
    expect(contract.vars).toMatchObject({ ZONE: { required: true }, SUBNET_CIDR: { from: 'network' } });
    expect(Object.keys(contract.vars)).toEqual(['SUBNET_CIDR', 'ZONE']);
    expect(contract.bootstrap).toMatchObject([
      { namespace: 'flux-system', name: 'tokens', keys: ['API_TOKEN'], readBy: ['Kustomization/a'] },
    ]);
  });

  it('has values documents and remote secrets as Terraform writes them, and says what it can’t ask for', async () => {
    const { contract, left } = await contractOf({
      'clusters/prod/web.yaml': kustomization('web'),
      'web/release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: default }
spec:
  interval: 5m
  chartRef: { kind: OCIRepository, name: web }
  valuesFrom:
    - { kind: ConfigMap, name: web-values }
    - { kind: ConfigMap, name: web-host, valuesKey: host, targetPath: ingress.host }
    - { kind: Secret, name: web-secret }
`,
      'web/secret.yaml': `apiVersion: external-secrets.io/v1
kind: SecretStore
metadata: { name: aws, namespace: default }
spec: { provider: { aws: { service: SecretsManager, region: eu-west-1 } } }
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: db, namespace: default }
spec:
  secretStoreRef: { name: aws }
  data:
    - { secretKey: a, remoteRef: { key: prod/db, property: password } }
  dataFrom:
    - { extract: { key: prod/all } }
`,
      'infra/main.tf': `terraform {
  backend "local" {}
}
resource "aws_vpc" "this" {}
resource "kubernetes_config_map_v1" "values" {
  metadata {
    name      = "web-values"
    namespace = "default"
  }
  data = {
    "values.yaml" = yamlencode({ vpc = aws_vpc.this.id, replicas = 2, tags = ["a"] })
  }
}
`,
    });
    expect(contract.values['web']).toMatchObject({
      addon: 'HelmRelease/web',
      configMap: 'web-values',
      schema: {
        type: 'object',
        properties: { vpc: {}, replicas: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
        required: ['replicas', 'tags', 'vpc'],
      },
    });
    expect(contract.secrets).toMatchObject({
      'prod/db': { key: 'prod/db', managedBy: 'terraform', properties: { password: { schema: { type: 'string' } } } },
    });
    expect(contract.bootstrap).toMatchObject([{ namespace: 'default', name: 'web-secret', keys: ['values.yaml'] }]);
    expect(left).toEqual([
      'HelmRelease/web: host of ConfigMap "web-host" fills only ingress.host',
      'remote secret "prod/all": ExternalSecret/db reads all of it',
    ]);
  });

  it('says which of two remote secrets of one name it leaves out', async () => {
    const secret = (name: string, provider: string) => `apiVersion: external-secrets.io/v1
kind: SecretStore
metadata: { name: ${name}, namespace: default }
spec: { provider: ${provider} }
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: ${name}-db, namespace: default }
spec:
  secretStoreRef: { name: ${name} }
  data:
    - { secretKey: a, remoteRef: { key: db, property: password } }
`;
    const { contract, left } = await contractOf({
      'clusters/prod/web.yaml': kustomization('web'),
      'web/a.yaml': secret('google', '{ gcpsm: { projectID: a } }'),
      'web/b.yaml': secret('aws', '{ aws: { service: SecretsManager, region: eu-west-1 } }'),
    });
    expect(contract.secrets['db']?.declaredBy).toEqual(['ExternalSecret/aws-db']);
    expect(left).toEqual([
      'remote secret "db" that ExternalSecret/google-db reads: the contract has that of another store',
    ]);
  });

  it('keeps the types that people gave, for as long as something reads the input', async () => {
    const { contract } = await contractOf({
      'clusters/prod/a.yaml': kustomization('a', from('ConfigMap/main')),
      'a/a.yaml': config('a', '{ a: "${ZONE} ${HOST}" }'),
    });
    const corrected = { ...contract.vars['ZONE']!, schema: { type: 'string' as const, enum: ['a', 'b'] } };
    const before = { ...contract, vars: { ZONE: corrected, GONE: corrected } };
    expect(withKeptTypes(contract, before).vars).toEqual({ ...contract.vars, ZONE: corrected });
  });
});
