import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const secret =
  (data: Readonly<Record<string, string>>, more: object = {}): Build =>
  (scope) => {
    new ApiObject(scope, 'secret', {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      metadata: { name: 'web' },
      spec: {
        refreshInterval: '1h',
        secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
        data: [
          { secretKey: 'password', remoteRef: { key: 'web' } },
          { secretKey: 'user-name', remoteRef: { key: 'web' } },
        ],
        target: { template: { data } },
        ...more,
      },
    } as never);
  };
/** An object of another kind with the same templates. */
const other = (kind: string, spec: object): Build =>
  object(`external-secrets.io/${kind.endsWith('PushSecret') ? 'v1alpha1' : 'v1'}`, kind, spec);
const PUSHED = {
  secretStoreRefs: [{ name: 'main', kind: 'ClusterSecretStore' }],
  selector: { secret: { name: 'web' } },
};
const FETCHED = {
  secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
  data: [{ secretKey: 'password', remoteRef: { key: 'web' } }],
};
/** The templates in fields other than data, of each kind. */
const siblings = (bad: boolean): Build => {
  const password = bad ? 'passwrod' : 'password';
  const value = bad ? '{{ .valeu | upper }}' : '{{ .value | upper }}';
  const broken = bad ? '{{ .value | upper }' : '{{ .value | upper }}';
  return both(
    secret(
      {},
      {
        target: {
          template: {
            metadata: {
              labels: { user: `{{ .${password} }}` },
              annotations: { user: bad ? '{{ include "web" . }}' : 'a' },
            },
            templateFrom: [
              { literal: bad ? 'a: {{ .password' : 'a: {{ .password }}' },
              { target: 'Annotations', literal: `a: {{ .${password} }}` },
            ],
          },
        },
      },
    ),
    (scope) => {
      new ApiObject(scope, 'rewrites', {
        apiVersion: 'external-secrets.io/v1',
        kind: 'ExternalSecret',
        metadata: { name: 'rewrites' },
        spec: {
          refreshInterval: '1h',
          secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
          dataFrom: [
            {
              extract: { key: 'web' },
              rewrite: [{ transform: { template: value } }, { transform: { template: broken } }],
            },
          ],
        },
      } as never);
    },
    other('ClusterExternalSecret', {
      namespaceSelectors: [{ matchLabels: { a: 'b' } }],
      externalSecretSpec: { ...FETCHED, target: { template: { data: { a: `{{ .${password} }}` } } } },
    }),
    other('PushSecret', {
      ...PUSHED,
      dataTo: [
        { storeRef: { name: 'main', kind: 'ClusterSecretStore' }, rewrite: [{ transform: { template: broken } }] },
      ],
      // What the Secret has isn't known.
      template: { data: { a: bad ? '{{ .password | upcase }' : '{{ .any | upper }}' } },
    }),
    other('ClusterPushSecret', {
      namespaceSelectors: [{ matchLabels: { a: 'b' } }],
      pushSecretSpec: { ...PUSHED, template: { metadata: { annotations: { a: bad ? '{{ end }}' : '{{ .any }}' } } } },
    }),
  );
};
const options = { external: ['external-secrets.io'] };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX656',
    bad: () => [
      ...one({ build: siblings(true) }, options),
      ...one(
        {
          build: secret({
            brace: 'postgres://{{ .password }@db',
            name: '{{ .passwrod | b64enc }}',
            helm: '{{ tpl (include "web" .) . | b64enc }}{{ .tpl }}',
            misspelt: '{{ .password | b64encode | toUper }}',
            newer: '{{ .password | frobnicate }}',
            open: '{{ if .password }}a',
            root: '{{ $.user }}',
          }),
        },
        options,
      ),
    ],
    good: () => [
      ...one({ build: siblings(false) }, options),
      ...one(
        {
          build: secret({
            all: '{{ range $key, $value := . }}{{ $key }}={{ $value.x }}{{ end }}',
            braces: '{{ "{{ .not }}" }} and `}}`',
            comment: '{{/* if */}}{{- /* .not */ -}}',
            functions: '{{ .password | upper | sha256sum | trunc 8 | quote }}{{ range until 2 }}{{ . }}{{ end }}',
            index: '{{ index . "user-name" }}:{{ .password | b64enc }}',
            maybe: '{{ if eq .password "a" }}{{ .other }}{{ else }}b{{ end }}',
            plain: 'a.b include',
            quoted: '{{ printf "env %s" .password }}{{ $env := .password }}{{ $env }}',
          }),
        },
        options,
      ),
      ...one({ build: secret({ a: '{{ .other }}' }, { dataFrom: [{ extract: { key: 'web' } }] }) }, options),
    ],
    mutation: {
      adds: () => platform.extended({ build: (scope, context) => secret({ a: '{{ .passwrod }}' })(scope, context) }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'the operator says so in the status, and none runs here' },
  },
];
