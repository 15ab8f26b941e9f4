import { helmChart, remoteSecret } from 'fluxspan';
import { z } from 'zod';
import { addon, diagnosticsOf, diagnosticsOfAddon } from '../support/synthesize.js';
import type { Fixture } from './fixture.js';

const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });

const diagnosticsOfFlux = (flux: object, more: object = {}) =>
  diagnosticsOf({ first: [addon('web')] }, { options: { flux, ...more } });

export const fixtures1xx: Readonly<Record<string, Fixture>> = {
  FX101: () =>
    diagnosticsOf({
      Stage: [addon('web_one')],
      readme: [addon('flux-system'), addon('good', { namespace: 'No' })],
    }),
  FX102: () =>
    diagnosticsOfAddon({
      charts: { web: chart },
      infra: {
        vars: {
          TF_DATE: z.date(),
          TF_EMAIL: z.email(),
          TF_INT: z.int32(),
          TF_LIST: z.array(z.string()),
          TF_MAYBE: z.string().optional(),
          TF_MIN: z.string().min(3),
          TF_MIXED: z.literal(['a', 1]),
          TF_NULL: z.string().nullable(),
          TF_RECORD: z.record(z.string(), z.string()),
          TF_REFINED: z.number().refine((value) => value > 1),
          TF_TRANSFORMED: z.string().transform(Number),
          TF_UNION: z.union([z.string(), z.number()]),
          TF_WORD: 'string',
        },
        values: { web: z.object({ loose: z.looseObject({}), given: z.string().default('a') }) },
      },
    }),
  FX103: () =>
    diagnosticsOfAddon({
      infra: {
        vars: {
          TF_BRACE: z.string().default('a}b'),
          TF_DEFAULT: z.string().regex(/^a$/).default('b'),
          TF_EXAMPLE: z
            .string()
            .regex(/^a$/)
            .meta({ examples: ['b'] }),
          TF_FLAG: z
            .string()
            .regex(/^a$/i)
            .meta({ examples: ['a'] }),
          TF_LOOK: z
            .string()
            .regex(/^(?=a)/)
            .meta({ examples: ['a'] }),
          TF_WITHOUT: z.string().regex(/^a$/),
        },
      },
    }),
  FX104: () => diagnosticsOfAddon({ infra: { vars: { 'TF-NAME': z.string(), '1': z.string() } } }),
  FX105: () => diagnosticsOfAddon({ charts: { web: chart }, infra: { values: { wbe: z.object({}) } } }),
  FX106: () =>
    diagnosticsOfAddon({
      infra: {
        vars: { TF_KEY: z.string() },
        secrets: { web: remoteSecret({ key: 'TF_KYE', properties: { token: z.string() } }) },
      },
    }),
  FX107: () =>
    diagnosticsOfAddon(
      { options: z.object({ host: z.string(), size: z.enum(['small', 'large']), ports: z.array(z.number()) }) },
      { hots: 'web', size: 'medium', ports: [80, 'http'], version: '1.0.0', values: {}, createNamespace: 1 },
    ),
  FX108: () =>
    diagnosticsOf({
      first: [
        addon('makes-nothing', { build: undefined as never }),
        addon('bad-shape', {
          folder: 'charts',
          createNamespace: true,
          namespace: undefined,
          requires: 'store',
          charts: { web: { url: 'oci://example.org/web' } },
          options: z.string(),
          infra: { labels: {} },
          infras: {},
        }),
        addon('own-option', { options: z.object({ values: z.string() }) }, { values: 'a' }),
        addon('half-a-source', { path: './deploy' }),
        { name: 'no addon' },
      ],
    }),
  FX109: () => [
    ...diagnosticsOfFlux({
      version: '2.9',
      components: ['source-controller', 'kustomize-controller'],
      featureGates: { FluxStorage: true },
    }),
    ...diagnosticsOfFlux({
      version: '2.8',
      featureGates: {
        CancelHealthChecksOnNewRevision: true,
        FluxStorage: true,
        StrictPostBuildSubstitutions: { 'helm-controller': true },
        GroupChangeLog: { 'kustomize-controler': true },
        DetectDrift: 'yes',
        DirectSourceFetch: true,
      },
    }),
  ],
  FX110: () => [
    ...diagnosticsOfFlux({ version: '2.9' }, { lockdown: true }),
    ...diagnosticsOfFlux({ version: '2.9', noCrossNamespaceRefs: true }, { lockdown: true }),
    ...diagnosticsOfFlux({
      components: ['source-controller', 'kustomize-controller', 'helm-contoller'],
    }),
    // The rest of what is wrong is FX209, as for every option.
    ...diagnosticsOfFlux({
      version: '2.9',
      concurrency: { 'kustomize-controller': 0 },
      requeueDependency: '0s',
      watchLabelSelector: 'a in b',
      components: ['helm-controller'],
      registry: 'https://example.org',
      defaultServiceAccount: 'Flux',
      operator: { sync: { kind: 'GitRepository' }, names: 'flux' },
      requeueDependancy: '5s',
    }),
  ],
  FX111: () => diagnosticsOfFlux({ version: '2.9', featureGates: { CancelHealthCheckOnNewRevision: true } }),
};
