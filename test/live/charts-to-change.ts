import type { StubChart } from './stub-chart.js';

const when = (condition: string, text: string): string => `{{- if ${condition} }}\n${text}{{- end }}\n`;
const fullName = '{{ .Values.fullnameOverride | default .Release.Name }}';

const claimSpec = (size: string, storageClass = '') =>
  `{accessModes: [ReadWriteOnce], storageClassName: "${storageClass}", resources: {requests: {storage: ${size}}}}`;
/** A claim, and a StatefulSet with one, as charts make them. */
const claimOf = (size: string) => `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ${fullName}
  annotations: {{ .Values.persistence.annotations | default dict | toJson }}
spec: ${claimSpec(size, '{{ .Values.persistence.storageClass }}')}
`;
const claim = claimOf('1Gi');
const set = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${fullName}-db}
spec:
  serviceName: ${fullName}-db
  selector: {matchLabels: {db: ${fullName}}}
  template:
    metadata: {labels: {db: ${fullName}}}
    spec: {containers: [{name: db, image: db}]}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: ${claimSpec('{{ .Values.persistence.size }}')}
---
apiVersion: v1
kind: Service
metadata: {name: ${fullName}-db}
spec: {selector: {db: ${fullName}}, ports: [{port: 80}]}
`;
/** Nothing of the chart says how many pods it has. */
const scaled = `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}-scaled}
spec:
  selector: {matchLabels: {scaled: {{ .Release.Name }}}}
  template:
    metadata: {labels: {scaled: {{ .Release.Name }}}}
    spec: {containers: [{name: web, image: web}]}
`;
/** A CRD whose objects have these fields. */
const crd = (
  group: string,
  plural: string,
  fields: readonly string[],
  annotations = '{}',
) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.${group}, annotations: ${annotations}}
spec:
  group: ${group}
  scope: Cluster
  names: {kind: ${plural === 'things' ? 'Thing' : 'Other'}, plural: ${plural}}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: {spec: {type: object, properties: {${fields.map((one) => `${one}: {type: string}`).join(', ')}}}}
`;
const keep = `{{ if .Values.crds.keep }}{helm.sh/resource-policy: keep}{{ else }}{}{{ end }}`;

/** Stubs whose values decide of objects that can be lost. */
export const chartsToChange = (url: string): readonly StubChart[] => charts.map((one) => ({ url, ...one }));

const charts: readonly Omit<StubChart, 'url'>[] = [
  {
    name: 'store',
    version: '1.0.0',
    values: { persistence: { enabled: true } },
    files: {
      'templates/claim.yaml': when(
        'and .Values.persistence.enabled (not .Values.persistence.existingClaim)',
        claimOf('{{ .Values.persistence.size | default "1Gi" }}'),
      ),
    },
  },
  {
    name: 'off',
    version: '1.0.0',
    values: { persistence: { enabled: false } },
    files: { 'templates/claim.yaml': when('.Values.persistence.enabled', claim) },
  },
  {
    name: 'named',
    version: '1.0.0',
    values: { persistence: { size: '1Gi' } },
    files: { 'templates/claim.yaml': claim, 'templates/set.yaml': set },
  },
  {
    name: 'shop',
    version: '1.0.0',
    files: {
      'templates/postgresql.yaml': when('.Values.postgresql.enabled', `${claim}---\n${set}`),
      'templates/service.yaml': `apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec: {type: {{ .Values.service.type }}, selector: {shop: web}, ports: [{port: 80}]}
`,
    },
    values: { persistence: { size: '1Gi' } },
  },
  {
    name: 'crds',
    version: '1.0.0',
    values: { crds: { enabled: false, keep: false } },
    files: {
      'templates/crd.yaml': when('.Values.crds.enabled', crd('{{ .Release.Name }}.example.org', 'things', ['a'], keep)),
    },
  },
  {
    name: 'scaled',
    version: '1.0.0',
    values: { persistence: {} },
    files: { 'templates/web.yaml': scaled, 'templates/claim.yaml': when('.Values.claim', claim) },
  },
  ...['replaced', 'skipped'].flatMap((name): Omit<StubChart, 'url'>[] => [
    { name, version: '1.0.0', files: { 'crds/things.yaml': crd(`${name}.example.org`, 'things', ['a']) } },
    {
      name,
      version: '2.0.0',
      files: {
        'crds/things.yaml': crd(`${name}.example.org`, 'things', ['a', 'b']),
        'crds/others.yaml': crd(`${name}.example.org`, 'others', ['a']),
      },
    },
  ]),
];
