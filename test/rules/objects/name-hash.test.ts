import { ApiObject } from 'cdk8s';
import { ConfigMap, HelmRelease, helmChart } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { addon, diagnosticsOf, type LooseContext } from '../../support/synthesize.js';

type Scope = ConstructorParameters<typeof ConfigMap>[0];

const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
const found = (build: (scope: Scope, config: ConfigMap, context: LooseContext) => void, options: object = {}) =>
  diagnosticsOf(
    {
      first: [
        addon('web', {
          charts: { web: chart },
          build: (scope, context) => {
            const config = new ConfigMap(scope, 'config', { name: 'config', data: { a: '1' }, nameSuffixHash: true });
            build(scope, config, context);
          },
        }),
      ],
    },
    { options },
  ).map(({ severity, code, at, message }) => `${severity} ${code} ${at.object} ${at.path}: ${message}`);

const pod = (scope: Scope, name: string, optional?: boolean) => {
  const source = { configMapRef: { name, ...(optional === undefined ? {} : { optional }) } };
  const spec = { containers: [{ name: 'main', image: 'web:1', envFrom: [source] }] };
  new ApiObject(scope, 'pod', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec } as never);
};
const release = (scope: Scope, { charts }: LooseContext, values: object, more: object = {}) => {
  new HelmRelease(scope, 'web', { chart: charts['web'] as never, values: values as never, ...more });
};

describe('a ConfigMap with a hash in its name', () => {
  it('is found where a typed field names it without', () => {
    expect(found((scope) => pod(scope, 'config'))).toMatchInlineSnapshot(`
      [
        "error FX324 Pod/web spec.containers[0].envFrom[0].configMapRef: Pod/web names "config", and the name of ConfigMap/config has a hash: "config-h29d89cmmt"",
      ]
    `);
    expect(found((scope) => pod(scope, 'config', true))).toMatchInlineSnapshot(`
      [
        "warning FX324 Pod/web spec.containers[0].envFrom[0].configMapRef: Pod/web names "config", and the name of ConfigMap/config has a hash: "config-h29d89cmmt"",
      ]
    `);
    expect(found((scope, config) => pod(scope, config.name))).toEqual([]);
  });

  it('is most likely meant by a value under a key that speaks of ConfigMaps', () => {
    expect(
      found((scope, config, context) =>
        release(scope, context, {
          existingConfigmap: 'config',
          extra: [{ configMapRef: { name: 'config' } }, { configMap: config.name }, { config_map: ['config'] }],
          name: 'config',
          configMap: { data: { name: 'config' } },
        }),
      ),
    ).toMatchInlineSnapshot(`
      [
        "notice FX324 HelmRelease/web spec.values.existingConfigmap: HelmRelease/web seems to name "config", and the name of ConfigMap/config has a hash: "config-h29d89cmmt"",
        "notice FX324 HelmRelease/web spec.values.extra[0].configMapRef.name: HelmRelease/web seems to name "config", and the name of ConfigMap/config has a hash: "config-h29d89cmmt"",
        "notice FX324 HelmRelease/web spec.values.extra[2].config_map[0]: HelmRelease/web seems to name "config", and the name of ConfigMap/config has a hash: "config-h29d89cmmt"",
      ]
    `);
  });

  it('is looked for where the release is', () => {
    const values = { existingConfigMap: 'config' };
    expect(found((scope, _, context) => release(scope, context, values, { targetNamespace: 'kube-system' }))).toEqual(
      [],
    );
  });

  it('is not meant where another one has the name', () => {
    const values = { existingConfigMap: 'config' };
    expect(
      found((scope, _, context) => {
        new ConfigMap(scope, 'other', { name: 'config', data: {} });
        pod(scope, 'config');
        release(scope, context, values);
      }),
    ).toEqual([]);
    const external = [{ kind: 'ConfigMap', namespace: 'default', name: 'config' }];
    expect(
      found(
        (scope, _, context) => {
          pod(scope, 'config');
          release(scope, context, values);
        },
        { external },
      ),
    ).toEqual([]);
  });
});
