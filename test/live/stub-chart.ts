import { gzipSync } from 'node:zlib';
import { crdsOf } from './crds.js';
import { packTar } from './tar.js';

/** A chart to stand in for a real one: it shows what it was given, and looks as if it ran. */
export interface StubChart {
  /** Where the tree finds it: the Helm repository's URL, or the chart's whole `oci://` URL. */
  readonly url: string;
  readonly name: string;
  readonly version: string;
  /** API groups (of `schemas/crds/`) whose CRDs the real chart has in its `crds/` folder. */
  readonly crds?: readonly string[];
  /** API groups whose CRDs the real chart has among its templates: they go when the release goes. */
  readonly crdTemplates?: readonly string[];
  /** It cannot be compiled: every install and upgrade of it fails. */
  readonly broken?: boolean;
  /** The `values.schema.json` that Helm compares the values with. */
  readonly valuesSchema?: object;
  /** Its `values.yaml`. @default - no values */
  readonly values?: object;
  /** More files of it, by their paths in the chart: `templates/claim.yaml`. */
  readonly files?: Readonly<Record<string, string>>;
}

const labels = 'live.fluxspan.local/release: {{ .Release.Name }}';

const valuesSeen = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-values-seen
  namespace: {{ .Release.Namespace }}
data:
  values.json: {{ .Values | toJson | quote }}
  printed: {{ .Values | toString | quote }}
`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  namespace: {{ .Release.Namespace }}
spec:
  replicas: 1
  selector:
    matchLabels: {${labels}}
  template:
    metadata:
      labels: {${labels}}
      # As in real charts, other values make other pods: an upgrade waits for a rollout.
      annotations: {live.fluxspan.local/values: {{ .Values | toJson | sha256sum }}}
    spec:
      containers: [{name: stub, image: stub}]
`;

export interface PackedChart {
  /** Chart.yaml as JSON. */
  readonly metadata: string;
  /** The .tgz. */
  readonly archive: Buffer;
}

/**
 * Packs it: the values given to the release go to the key `values.json` of the ConfigMap `<release>-values-seen`, and to
 * `printed` as a template prints them; and a Deployment named after the release rolls out when they change.
 */
export const packStubChart = ({
  name,
  version,
  valuesSchema,
  values = {},
  files: more = {},
  crds = [],
  crdTemplates = [],
  broken = false,
}: StubChart): PackedChart => {
  const metadata = JSON.stringify({ apiVersion: 'v2', name, version });
  const files: Record<string, string> = {
    [`${name}/Chart.yaml`]: metadata,
    [`${name}/values.yaml`]: JSON.stringify(values),
    [`${name}/templates/values-seen.yaml`]: valuesSeen,
    [`${name}/templates/deployment.yaml`]: deployment,
  };
  for (const [path, text] of Object.entries(more)) files[`${name}/${path}`] = text;
  if (valuesSchema !== undefined) files[`${name}/values.schema.json`] = JSON.stringify(valuesSchema);
  if (broken) files[`${name}/templates/broken.yaml`] = '{{ fail "this chart is broken" }}\n';
  // Helm reads JSON in both folders.
  for (const [folder, groups] of [
    ['crds', crds],
    ['templates', crdTemplates],
  ] as const) {
    for (const crd of crdsOf(groups)) files[`${name}/${folder}/${crd.metadata.name}.json`] = escapeIn(folder, crd);
  }
  return { metadata, archive: gzipSync(packTar(files)) };
};

/** A template's `{{` would be an action; in `crds/` nothing is compiled. */
const escapeIn = (folder: 'crds' | 'templates', crd: object): string => {
  const text = JSON.stringify(crd);
  return folder === 'crds' ? text : text.replaceAll('{{', '{{ "{{" }}');
};
