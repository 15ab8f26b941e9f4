import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { printPath, valueAt } from '../../json/json-path.js';
import { describeViolation } from '../../schema/describe-violation.js';
import { fixViolation } from '../../schema/fix-violation.js';
import { ANY_VERSION, anyKind } from '../../schema/object-meta.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { arrivesAsWritten } from '../context/arriving-text.js';
import { defineRule, isEntry, objectsOfKind, placeIn, type StateObject } from '../rule.js';

const copiedMetadata = defineDiagnostic({
  code: 'FX661',
  name: 'copied-metadata',
  severity: 'error',
  summary:
    'A controller copies labels or annotations to the objects that it makes, and the API server refuses one of them: it makes none.',
  page: {
    example: "kustomization: { commonMetadata: { labels: { team: 'Platform Team' } } }",
    flux: 'metadata.labels: Invalid value: "Platform Team": a valid label must be an empty string or consist of alphanumeric characters, …',
    right: "kustomization: { commonMetadata: { labels: { team: 'platform-team' } } }",
  },
  exceptable: true,
});

/** The fields whose labels and annotations a controller copies to other objects. */
const metadataFields: readonly (readonly [kind: string, path: string])[] = [
  ['kustomize.toolkit.fluxcd.io/Kustomization', 'spec.commonMetadata'],
  ['helm.toolkit.fluxcd.io/HelmRelease', 'spec.commonMetadata'],
  ['external-secrets.io/ExternalSecret', 'spec.target.template.metadata'],
  ['external-secrets.io/ClusterExternalSecret', 'spec.externalSecretMetadata'],
  ['external-secrets.io/ClusterExternalSecret', 'spec.externalSecretSpec.target.template.metadata'],
  ['cert-manager.io/Certificate', 'spec.secretTemplate'],
  ['karpenter.sh/NodePool', 'spec.template.metadata'],
  ['infra.contrib.fluxcd.io/Terraform', 'spec.runnerPodTemplate.metadata'],
];

/** Labels and annotations that a controller copies to other objects are checked where they are declared. */
export const copiedMetadataRule = defineRule([copiedMetadata], (_, report, { index, schemas: { checker } }) => {
  const check = (object: StateObject, path: string) => {
    const unit = index.unitOf.get(object.unit);
    // Of a unit's own Kustomization, the rule about expressions reports them.
    const isKnown = (text: string): boolean =>
      !holdsExpression(text) || (unit !== undefined && !isEntry(index, object) && arrivesAsWritten(text, unit));
    const copied = literalOf(valueAt(object.json, path.split('.')), isKnown);
    if (copied === undefined) return;
    for (const violation of checker.checkObject(anyKind, ANY_VERSION, asObject(copied))) {
      const at = printPath([...path.split('.'), ...violation.path.slice(1)]);
      report(
        diagnose(copiedMetadata, {
          message: `${object.title}: the API server refuses the objects that get "${at}", which ${describeViolation(violation, 'api-server')}`,
          at: placeIn(object, at),
          fix: fixViolation(violation, 'api-server'),
        }),
      );
    }
  };
  for (const [kind, path] of metadataFields) {
    for (const object of objectsOfKind(index, kind)) check(object, path);
  }
});

const asObject = (metadata: object): object => ({
  apiVersion: 'v1',
  kind: 'Object',
  metadata: { name: 'a', ...metadata },
});

/** Labels and annotations without texts that only the cluster knows; undefined if none remain. */
const literalOf = (metadata: unknown, isKnown: (text: string) => boolean): object | undefined => {
  if (!isObject(metadata)) return undefined;
  const isLiteral = (text: unknown) => typeof text === 'string' && isKnown(text) && !text.includes('{{');
  const [labels, annotations] = [metadata['labels'], metadata['annotations']].map((all) =>
    isObject(all) ? Object.entries(all).filter((entry) => entry.every(isLiteral)) : [],
  );
  if (labels!.length === 0 && annotations!.length === 0) return undefined;
  return { labels: Object.fromEntries(labels!), annotations: Object.fromEntries(annotations!) };
};
