import { ConfigMap, defineInfra, FluxApp, FluxspanError, gitSource, hostname, Namespace, remoteSecret } from 'fluxspan';
import { z } from 'zod';
import { addon, clusterOf, diagnosticsOf, type LooseDefinition } from '../support/synthesize.js';
import type { Fixture } from './fixture.js';

const inNamespace = (namespace: string, ...others: readonly string[]) => ({
  namespace,
  createNamespace: true,
  build: (scope: ConstructorParameters<typeof ConfigMap>[0]) => {
    for (const one of [namespace, ...others]) new ConfigMap(scope, one, { namespace: one, name: `in-${one}` });
  },
});
const withSecret = (secret: Parameters<typeof remoteSecret>[0]) => ({
  infra: { vars: { TF_A: z.string(), TF_B: z.string() }, secrets: { shared: remoteSecret(secret) } },
});

type Vars = Readonly<Record<string, string>>;
const overriding = (own: Vars, used: Vars) => {
  const settings = (substitute: Vars) => ({ kustomization: { postBuild: { substitute } } });
  const definition: LooseDefinition = {
    ...settings(own),
    infra: { vars: { TF_HOST: hostname() } },
    build: (scope, { vars }) => {
      new ConfigMap(scope, 'data', { data: { host: vars['TF_HOST']! } });
    },
  };
  return diagnosticsOf({ first: [addon('web', definition, settings(used))] });
};

export const fixtures2xx: Readonly<Record<string, Fixture>> = {
  FX201: () =>
    diagnosticsOf({ first: [addon('one'), addon('one'), addon('two')], two: [addon('first')], three: [addon('one')] }),
  FX202: () => diagnosticsOf({ first: { addons: [addon('one')], dependsOn: ['second'] }, second: [addon('two')] }),
  FX203: () =>
    diagnosticsOf({
      first: [addon('one', { requires: ['example.org', 'two', 'nobody'] })],
      second: [addon('two', { provides: ['example.org'] })],
    }),
  FX204: () =>
    diagnosticsOf({
      first: [addon('one', { provides: ['example.org'] }), addon('two', { provides: ['example.org'] })],
    }),
  FX205: () =>
    diagnosticsOf({
      first: [
        addon('one', {
          infra: { vars: { TF_A: z.string(), TF_B: z.string().default('b'), TF_C: z.enum(['a', 'b']) } },
        }),
        addon('two', { infra: { vars: { TF_A: z.number(), TF_B: z.string().default('c'), TF_C: z.enum(['c']) } } }),
      ],
    }),
  FX206: () =>
    diagnosticsOf({
      first: [
        addon('one', withSecret({ key: 'TF_A', properties: { mode: z.enum(['a']) } })),
        addon('two', withSecret({ key: 'TF_B', properties: { mode: z.enum(['b']) } })),
        addon('three', withSecret({ key: 'TF_A', managedBy: 'aws', properties: { mode: z.enum(['a']) } })),
      ],
    }),
  FX207: () =>
    diagnosticsOf(
      {
        first: [
          addon('early', { namespace: 'made-later' }),
          addon('homeless', { namespace: 'nobody' }),
          addon('maker', {
            namespace: undefined,
            build: (scope) => {
              new Namespace(scope, 'own', { name: 'twice' });
              new Namespace(scope, 'given', { name: 'given' });
            },
          }),
        ],
        second: [
          addon('later', inNamespace('made-later')),
          addon('other-maker', {
            namespace: undefined,
            build: (scope) => {
              new Namespace(scope, 'own', { name: 'twice' });
            },
          }),
        ],
      },
      { options: { external: [{ kind: 'Namespace', name: 'given' }] } },
    ),
  FX208: () =>
    diagnosticsOf({ first: [addon('one', inNamespace('one', 'two')), addon('two', inNamespace('two', 'one'))] }),
  FX209: () =>
    diagnosticsOf(
      { first: [addon('one')] },
      { app: new FluxApp({ root: '../k8s', pathPrefx: '' } as object), options: { flux: '1.0', bases: 'main' } },
    ),
  FX210: () => {
    const source = gitSource('https://git.example.org/team/crds', 'v1');
    return diagnosticsOf(
      { first: [addon('crds', { namespace: undefined, source, path: './crds' })] },
      { options: { requireMirrors: true } },
    );
  },
  FX211: () => {
    const cluster = clusterOf({ first: [addon('web', { infra: { vars: { TF_A: z.string(), TF_B: z.number() } } })] });
    try {
      defineInfra(cluster, { vars: { TF_B: 'the value is never shown', TF_C: '' }, values: [] } as never);
    } catch (error) {
      if (error instanceof FluxspanError) return error.diagnostics;
      throw error;
    }
    return [];
  },
  FX216: () => [...overriding({ TF_HOST: 'web.example.org' }, {}), ...overriding({}, { TF_HOST: 'Not a hostname' })],
  FX217: () =>
    diagnosticsOf({
      first: [
        addon('web', inNamespace('web', 'default'), {
          kustomization: { targetNamespace: 'web', namePrefix: 'blue-', nameSuffix: '-2' },
        }),
      ],
    }),
  FX218: () =>
    diagnosticsOf({
      first: [
        addon(
          'web',
          {
            build: (scope) => {
              new ConfigMap(scope, 'data', { data: { host: 'web.${DOMAIN}', again: '${DOMAIN}', team: '${TEAM}' } });
            },
          },
          { kustomization: { postBuild: { substituteFrom: [{ kind: 'Secret', name: 'domains', optional: true }] } } },
        ),
      ],
    }),
  FX219: () => overriding({}, { TF_HOST: 'web.example.org' }),
};
