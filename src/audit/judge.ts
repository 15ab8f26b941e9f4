import { fluxTreeFault } from '../applied/diagnostics.js';
import { objectName } from '../constructs/diagnostics.js';
import { fluxVersions } from '../declared/declared-cluster.js';
import type { Diagnostic, Severity } from '../diagnostics/index.js';
import { comparePreference } from '../kinds/crd-kind.js';
import { objectRule, objectSchema, unservedKind } from '../rules/diagnostics.js';
import { crdProvider } from '../rules/flux/crd-provider.js';
import { deadlock } from '../rules/flux/deadlock.js';
import { escalation, forbidden, laterRole, unbound } from '../rules/flux/forbidden-object.js';
import { kustomizationPath } from '../rules/flux/kustomization-path.js';
import { unknownReference } from '../rules/flux/reference.js';
import { releaseAccount } from '../rules/flux/release-account.js';
import { retryInterval } from '../rules/flux/retry-interval.js';
import { routeHostname } from '../rules/flux/route-hostname.js';
import { webhookResource } from '../rules/flux/webhook-resource.js';
import { wideAccount } from '../rules/flux/wide-account.js';
import { bigNumber } from '../rules/helm/big-number.js';
import { notWatched, valueSource } from '../rules/helm/value-source.js';
import { layerOverride } from '../rules/helm/values-layers.js';
import { misfitVolume } from '../rules/objects/misfit-volume.js';
import { kindNotDescribed } from '../rules/objects/object-schema.js';
import { objectScope } from '../rules/objects/object-scope.js';
import { secretTarget } from '../rules/objects/secret-target.js';
import { identityValue } from '../rules/substitution/identity-value.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { codesOf } from './codes-of.js';

/**
 * What is true of a repository, and yet no fault that anybody has to fix: advice, and what is about the first start of a
 * cluster, which may have been made by hand. fluxspan says it louder of trees that it writes itself.
 */
export const ADVICE = codesOf(
  // Labels and settings that make Flux faster, or try again earlier.
  notWatched,
  retryInterval,
  // The order of the first start: Flux tries again until what is waited for is there.
  crdProvider,
  webhookResource,
  // The API server drops the namespace.
  objectScope,
  // What a template of an unknown chart does with a number.
  bigNumber,
  // A base and its overlay, by intention.
  layerOverride,
  // Flux leaves out what leads above its source.
  kustomizationPath,
);

/** Diagnostics that are certain as errors, and advice as warnings. */
const ERRORS_ALONE = codesOf(unknownReference, valueSource, secretTarget);

/** Who may apply what: a platform's own repository may do everything. */
const OF_ACCOUNTS = codesOf(forbidden, escalation, laterRole, unbound, releaseAccount, wideAccount);

/** What only code that declares a cluster can answer. */
const OF_CODE = codesOf(kindNotDescribed);

/** What a value that only the cluster knows may set right. */
const OF_VALUES = codesOf(objectName, objectSchema, objectRule, identityValue);

/** What a text such as `<domain>` in a template is about. */
const OF_TEXTS: ReadonlySet<string> = new Set([...OF_VALUES, routeHostname.code]);
const PLACEHOLDER = /<[a-z][\w-]*>/i;

/** What a Kubernetes says that may be newer than the cluster's. */
const REMOVED = /^(.*): the API server doesn't serve (.*); Kubernetes ([\d.]+) removed it$/;

/** What older versions of Flux, which fluxspan doesn't know, take. */
const UNTIL = /^Flux [\d.]+ and earlier accept it/;

/**
 * How a rule's finding counts in a repository that fluxspan doesn't write; undefined: not at all.
 *
 * @param flux the version of the cluster, as its files say
 */
export const judge = (found: Diagnostic, flux?: string): Diagnostic | undefined => {
  if (OF_CODE.has(found.code)) return undefined;
  if (flux !== undefined && found.notes.some((note) => UNTIL.test(note))) return undefined;
  const removed = fluxVersions.some((one) => one === flux) ? undefined : REMOVED.exec(found.message);
  if (removed !== null && removed !== undefined && found.code === unservedKind.code) {
    const [, title, kind, version] = removed;
    return { ...found, severity: 'warning', message: `${title}: Kubernetes ${version} and later don't serve ${kind}` };
  }
  const severity = flux === undefined && found.notes.some((note) => UNTIL.test(note)) ? 'notice' : severityOf(found);
  return severity === found.severity ? found : { ...found, severity };
};

const severityOf = (found: Diagnostic): Severity => {
  const { code, severity, message, fix, notes } = found;
  // Kubernetes' source says so, if no test does.
  if (code === misfitVolume.code) return 'warning';
  if (severity === 'notice' || ADVICE.has(code)) return 'notice';
  if (severity === 'warning' && (ERRORS_ALONE.has(code) || OF_ACCOUNTS.has(code))) return 'notice';
  // Others may make namespaces and sources, unless the name looks misspelt, or the one beside it is meant.
  if (
    code === unknownReference.code &&
    /^nothing makes (?:Namespace|GitRepository|OCIRepository|Bucket)\//.test(message)
  )
    return /did you mean|take the namespace out/.test(fix) ? severity : 'notice';
  // Flux replaces labels and annotations that aren't texts.
  if (code === objectSchema.code && /"metadata\.(?:labels|annotations)\[?.*takes a string/.test(message))
    return 'notice';
  // Where the tree is ahead of the CRDs of Flux that it has, they are old, and the cluster's are most likely not.
  if (isAhead(message)) return 'notice';
  // The object is applied without it.
  if (code === objectSchema.code && message.endsWith(', and Flux leaves it out')) return 'warning';
  // A value that only the cluster knows.
  if (holdsExpression(message) && OF_VALUES.has(code)) return 'notice';
  if (OF_TEXTS.has(code) && PLACEHOLDER.test(message)) return 'notice';
  // A circle of dependsOn alone never starts. Others may have been started by hand.
  if (code === deadlock.code && !notes.every((note) => /^\d+\. .* depends on /.test(note))) return 'notice';
  if (code === fluxTreeFault.code && message.includes('leads out of its source')) return 'notice';
  return severity;
};

/** A version of a kind of Flux that is newer than those that its CRD in the tree serves. */
const AHEAD = /toolkit\.fluxcd\.io\/(v\w+) \w+; its CRD serves (.+)$/;

const isAhead = (message: string): boolean => {
  const [, wanted, served = ''] = AHEAD.exec(message) ?? [];
  return (
    wanted !== undefined && served.split(', ').every((one) => comparePreference({ name: wanted }, { name: one }) < 0)
  );
};
