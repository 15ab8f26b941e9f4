import { ApiObject } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { one } from '../rule-programs.js';

const NOTIFICATION = 'notification.toolkit.fluxcd.io';
const IMAGE = 'image.toolkit.fluxcd.io/v1';
const versions: Readonly<Record<string, string>> = {
  Alert: `${NOTIFICATION}/v1beta3`,
  ArtifactGenerator: 'source.extensions.fluxcd.io/v1beta1',
  ImagePolicy: IMAGE,
  ImageRepository: IMAGE,
  ImageUpdateAutomation: IMAGE,
  Provider: `${NOTIFICATION}/v1beta3`,
  Receiver: `${NOTIFICATION}/v1`,
};

type Case = readonly [kind: keyof typeof versions, spec: object];

/** Codes by the index of a case, of one program with an object of each. */
const codesOf = (cases: readonly Case[]): ReadonlyMap<number, readonly string[]> => {
  const told = one(
    {
      build: (scope) => {
        for (const [index, [kind, spec]] of cases.entries()) {
          const metadata = { name: `case-${index}`, namespace: 'flux-system' };
          new ApiObject(scope, String(index), { apiVersion: versions[kind]!, kind, metadata, spec: spec as never });
        }
      },
    },
    {
      external: [
        'source.extensions.fluxcd.io',
        { kind: 'Secret', name: 'secret' },
        ...['Provider', 'ImageRepository', 'GitRepository', 'OCIRepository'].map((kind) => ({ kind, name: 'web' })),
      ],
    },
  );
  const found = new Map<number, string[]>();
  for (const { code, severity, at, message } of told) {
    const index = /case-(\d+)/.exec(`${at.object} ${message}`)?.[1];
    if (severity !== 'error' || index === undefined) continue;
    found.set(Number(index), [...(found.get(Number(index)) ?? []), code]);
  }
  return found;
};

const secretRef = { name: 'secret' };
const policy = (more: object): Case => ['ImagePolicy', { imageRepositoryRef: { name: 'web' }, ...more }];
const semver = { policy: { semver: { range: '1.x' } } };
const repository = (image: string | undefined, more: object = {}): Case => [
  'ImageRepository',
  { interval: '5m', ...(image === undefined ? {} : { image }), ...more },
];
const author = { author: { email: 'flux@example.org' } };
const update = (more: object): Case => [
  'ImageUpdateAutomation',
  {
    interval: '5m',
    sourceRef: { kind: 'GitRepository', name: 'web' },
    git: { commit: author, push: { branch: 'main' } },
    ...more,
  },
];
const message = (messageTemplate: string): Case =>
  update({ git: { commit: { ...author, messageTemplate }, push: { branch: 'main' } } });
const web = { alias: 'web', kind: 'GitRepository', name: 'web' };
const copy = (from: string, to = '@artifact/', more: object = {}) => ({ name: 'web', copy: [{ from, to, ...more }] });
const generator = (more: object): Case => [
  'ArtifactGenerator',
  { sources: [web], artifacts: [copy('@web/deploy/**')], ...more },
];
const provider = (type: string, more: object = {}): Case => ['Provider', { type, ...more }];
const receiver = (more: object): Case => [
  'Receiver',
  { type: 'github', secretRef, resources: [{ kind: 'GitRepository', name: 'web' }], ...more },
];
const alert = (more: object): Case => [
  'Alert',
  { providerRef: { name: 'web' }, eventSources: [{ kind: 'GitRepository', name: 'web' }], ...more },
];

/** Each is refused by the API server, by the schema of its kind, or by its controller for good. */
const mistakes: readonly Case[] = [
  policy({ policy: {} }),
  policy({ policy: { semver: {} } }),
  policy({ policy: { semver: { range: 'one' } } }),
  policy({ policy: { numerical: { order: 'up' } } }),
  policy({ policy: { alphabetical: { order: 'ASC' } } }),
  policy({ ...semver, filterTags: { pattern: '(', extract: '$1' } }),
  policy({ ...semver, filterTags: { pattern: '^v(?P<version>.*)$', extract: '$verison' } }),
  policy({ ...semver, filterTags: { pattern: '^v(?:.*)$', extract: '$1' } }),
  policy({ ...semver, filterTags: { pattern: '^(?P<ts>[0-9]+)$', extract: '$ts_x' } }),
  policy({ ...semver, digestReflectionPolicy: 'Sometimes' }),
  policy({ ...semver, digestReflectionPolicy: 'Always' }),
  policy({ ...semver, interval: '5m' }),
  policy({ imageRepositoryRef: { name: 'wbe' }, ...semver }),
  repository('https://ghcr.io/example/web'),
  repository('ghcr.io/example/web:1.0'),
  repository('ghcr.io/Example/web'),
  repository('ghcr.io/example/web', { interval: '5 minutes' }),
  repository('ghcr.io/example/web', { provider: 'google' }),
  repository('ghcr.io/example/web', { exclusionList: ['('] }),
  repository('ghcr.io/example/web', { timeout: '1h' }),
  update({ git: undefined }),
  update({ git: { commit: {} } }),
  update({ git: { commit: author, checkout: { ref: { tag: 'v1' } } } }),
  update({ git: { commit: { ...author, signingKey: { secretRef, type: 'pgp' } } } }),
  update({ sourceRef: { kind: 'OCIRepository', name: 'web' } }),
  update({ update: { strategy: 'Regex' } }),
  update({ policySelector: { matchExpressions: [{ key: 'a', operator: 'in', values: ['b'] }] } }),
  update({ policySelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
  update({ policySelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] } }),
  message('{{ range .Changed.Changes }}{{ . }}'),
  message('{{ .Updated.Images }}'),
  message('{{ .Images }}'),
  generator({ sources: [] }),
  generator({ sources: [web, { ...web, kind: 'OCIRepository' }] }),
  generator({ sources: [{ ...web, kind: 'HelmRepository' }] }),
  generator({ sources: [{ ...web, alias: 'Web' }] }),
  generator({ artifacts: [copy('@web/a'), copy('@web/b')] }),
  generator({ artifacts: [copy('@wbe/deploy/**')] }),
  generator({ artifacts: [copy('web/deploy/**')] }),
  generator({ artifacts: [copy('@web/deploy/**', 'deploy/')] }),
  generator({ artifacts: [copy('@web/../x')] }),
  generator({ artifacts: [copy('@web/x', '@artifact/a/../../b')] }),
  generator({ artifacts: [{ ...copy('@web/a'), revision: '@app' }] }),
  generator({ artifacts: [{ ...copy('@web/a'), name: 'Web' }] }),
  generator({ artifacts: [copy('@web/charts/app.zip', '@artifact/', { strategy: 'Extract' })] }),
  generator({ artifacts: [copy('@web/a', '@artifact/', { strategy: 'Replace' })] }),
  generator({ pathPattern: '@app/{app}' }),
  generator({ pathPattern: '@web/{app}/{app}' }),
  generator({ pathPattern: '@web/{app' }),
  generator({ pathPattern: '@web/{app}', artifacts: [{ ...copy('@web/{app}/**'), name: '{name}' }] }),
  provider('slak'),
  provider('msteams'),
  provider('pagerduty'),
  provider('nats', { channel: 'a' }),
  provider('nats', { address: 'nats://nats:4222' }),
  provider('googlepubsub', { address: 'project' }),
  provider('sentry'),
  provider('zulip', { address: 'https://example.zulipchat.com', channel: 'general', secretRef }),
  provider('gitea', { address: 'https://gitea.example.org/a/b' }),
  provider('github', { address: 'https://github.com/example', secretRef }),
  provider('azuredevops', { address: 'https://dev.azure.com/a/b', secretRef }),
  provider('zoom', { address: 'https://integrations.zoom.us/chat/webhooks/incomingwebhook/a' }),
  provider('slack', { address: 'https://example.org', commitStatusExpr: "'a'" }),
  provider('github', { address: 'https://github.com/a/b', secretRef, commitStatusExpr: 'event.(' }),
  receiver({ type: 'svn' }),
  receiver({ resources: [{ kind: 'GitRepository', name: '*' }] }),
  receiver({ resources: [{ kind: 'Deployment', name: 'web' }] }),
  receiver({ resourceFilter: 'res.metadata.name ==' }),
  alert({ eventSeverity: 'warning' }),
  alert({ eventSources: [{ kind: 'Pod', name: '*' }] }),
  alert({ inclusionList: ['('] }),
  alert({ providerRef: {} }),
];

const correct: readonly Case[] = [
  policy(semver),
  policy({ policy: { alphabetical: {} } }),
  policy({
    policy: { numerical: { order: 'asc' } },
    filterTags: { pattern: '^main-[a-f0-9]+-(?P<ts>[0-9]+)', extract: '$ts' },
  }),
  policy({ ...semver, filterTags: { pattern: '^\\(?v[(](.*)-(?<rc>rc.*)?$', extract: '$1-${rc}-$0-$$5' } }),
  policy({ ...semver, digestReflectionPolicy: 'Always', interval: '10m' }),
  repository('localhost:5000/example/web'),
  update({}),
  update({ git: { commit: author } }),
  update({ git: { commit: author, checkout: { ref: { branch: 'main' } } } }),
  update({ git: { commit: author, checkout: { ref: { tag: 'v1' } }, push: { branch: 'main' } } }),
  update({
    policySelector: {
      matchExpressions: [
        { key: 'a', operator: 'NotIn', values: ['b'] },
        { key: 'c', operator: 'Exists' },
      ],
    },
  }),
  message('{{ .AutomationObject }}\n{{ range .Changed.Changes }}{{ .OldValue | quote }}{{ end }}{{ .Values.a }}'),
  generator({}),
  generator({ sources: [web, { ...web, alias: 'app' }], artifacts: [{ ...copy('@app/a/../b'), revision: '@web' }] }),
  generator({ artifacts: [copy('@web/charts/*', '@artifact/', { strategy: 'Extract', exclude: ['*.md'] })] }),
  generator({ artifacts: [copy('@web/charts/a.tgz', '@artifact/', { strategy: 'Extract' })] }),
  generator({
    pathPattern: '@web/apps/{app}/{env}',
    artifacts: [{ ...copy('@web/apps/{app}/{env}/**', '@artifact/{app}/'), name: '{app}-{env}' }],
  }),
  provider('msteams', { secretRef }),
  provider('pagerduty', { address: 'https://events.pagerduty.com', channel: 'key' }),
  provider('nats', { address: 'nats://nats:4222', channel: 'flux' }),
  provider('googlepubsub', { address: 'project', channel: 'topic' }),
  provider('zulip', { address: 'https://example.zulipchat.com', channel: 'general/flux', secretRef }),
  provider('github', { address: 'https://github.com/example/web.git', secretRef }),
  provider('gitlab', { address: 'https://gitlab.com/a/b/c/d', secretRef }),
  provider('azuredevops', { address: 'https://dev.azure.com/a/b/_git/c', secretRef }),
  provider('bitbucketserver', { address: 'https://bitbucket.example.org/scm/a/b.git', secretRef }),
  receiver({ resources: [{ kind: 'GitRepository', name: '*', matchLabels: { a: 'b' } }] }),
  alert({ eventSources: [{ kind: 'GitRepository', name: '*' }], exclusionList: ['^a.*b$'] }),
];

describe('the kinds of images, artifacts and notifications', () => {
  const found = codesOf(mistakes);
  it.each(mistakes.map(([kind, spec], index) => [kind, JSON.stringify(spec), index] as const))(
    'are refused for a mistake: %s %s',
    (_, __, index) => expect(found.get(index)).toBeDefined(),
  );

  it('are taken where all is right', () => {
    const codes = codesOf(correct);
    expect([...codes].map(([index, all]) => [correct[index], all])).toEqual([]);
  });
});
