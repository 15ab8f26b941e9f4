import { ApiObject, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import { textsOf } from '../contract/ref.js';
import { diagnose, formatValue, rememberPlace } from '../diagnostics/index.js';
import { type AddonScope, reportProblem, tryFindAddonScope } from './addon-scope.js';
import { badDuration, objectName, wrongReference } from './diagnostics.js';
import { badDurations, badDurationsAt, isDuration, isGoDuration } from './duration.js';
import { mergeObjects } from './merge.js';
import { nameObjects, type ReferencePlace } from './name-objects.js';
import type { NamespacedProps } from './object-props.js';
import type { ReferenceMark } from './reference.js';
import { splitProps } from './split-props.js';
import { metadataOf, toPlain } from './to-json.js';

export type { NamespacedProps, ObjectProps } from './object-props.js';

export interface KindInfo {
  readonly apiVersion: string;
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** Where objects of the kind name others, so that the others can be given for their names. */
  readonly references?: readonly ReferencePlace[];
  /** Paths of durations that no schema tells; a list is gone through with `[]`. */
  readonly durations?: readonly string[];
}

const MANIFEST = Symbol.for('fluxspan.manifest');
/** This constructor, the generated one, that of the kind, and the user's code. More would cost more, for each object. */
const FRAMES = 4;

/** An object of the Kubernetes API as fluxspan makes it: an ordinary cdk8s ApiObject that drops nothing it is given. */
export abstract class Manifest extends ApiObject {
  /** Whether a value is an object made by fluxspan, by any copy of the package. */
  static isManifest(value: unknown): value is Manifest {
    return typeof value === 'object' && value !== null && MANIFEST in value;
  }

  /** The line of the user's code that made an object, `src/addons/web/index.ts:41`; undefined where it is not known. @internal */
  static placeOf(value: object): string | undefined {
    const place = (value as { readonly [MANIFEST]?: unknown })[MANIFEST];
    return typeof place === 'function' ? (place as ReturnType<typeof rememberPlace>)() : undefined;
  }

  /** All but what every object has, as it was given; undefined of another copy of the package. @internal */
  static fieldsOf(value: Manifest): Readonly<Record<string, unknown>> | undefined {
    return #body in value ? value.#body : undefined;
  }

  /** `metadata.namespace`; undefined for a cluster-scoped object. */
  readonly namespace: string | undefined;
  /** Whether objects of the kind live in a namespace. */
  readonly scopeOfKind: KindInfo['scope'];
  /** What the code says of the objects that this one names. @internal */
  readonly references: readonly ReferenceMark[];
  readonly #body: Readonly<Record<string, unknown>>;

  /** @param body what the object has beside its identity. @default - the other props, with names for objects */
  constructor(
    scope: Construct,
    id: string,
    info: KindInfo,
    props: NamespacedProps,
    body?: Readonly<Record<string, unknown>>,
    references: readonly ReferenceMark[] = [],
  ) {
    const addon = tryFindAddonScope(scope);
    const name = props.name ?? addon?.addon;
    const namespace = info.scope === 'Cluster' ? undefined : (props.namespace ?? addon?.namespace);
    const metadata = {
      name: name ?? '',
      ...(namespace === undefined ? {} : { namespace }),
      ...(props.labels === undefined ? {} : { labels: textsOf(props.labels) }),
      ...(props.annotations === undefined ? {} : { annotations: textsOf(props.annotations) }),
    };
    super(scope, id, { apiVersion: info.apiVersion, kind: info.kind, metadata });
    Object.defineProperty(this, MANIFEST, { value: addon?.isDerived === true ? undefined : rememberPlace(FRAMES) });
    const named = nameObjects(body ?? splitProps(props).spec, info.references ?? []);
    this.#body = props.extra === undefined ? named.body : mergeObjects(named.body, props.extra);
    this.namespace = namespace ?? (info.scope === 'Cluster' ? undefined : this.chart.namespace);
    this.scopeOfKind = info.scope;
    this.references = named.marks.length === 0 ? references : [...references, ...named.marks];
    checkIdentity(this, props, info, addon);
    for (const { path, object, kinds } of named.wrong) {
      reportProblem(
        this,
        diagnose(wrongReference, {
          message: `${path} takes ${listOf(kinds)}, and ${object.kind} "${object.name}" is of ${object.apiVersion}`,
          at: { object: `${info.kind}/${this.name}`, path },
          fix: 'give an object of such a kind, or the fields that name it',
        }),
      );
    }
    const problems = readsFluxDurations(info.apiVersion)
      ? badDurations(this.#body['spec'], hasNoPattern(info.apiVersion) ? isGoDuration : isDuration).filter(
          (one) => !isInSeconds(info.kind, one),
        )
      : badDurationsAt(this.#body, info.durations ?? []);
    for (const { path, value } of problems) {
      reportProblem(
        this,
        diagnose(badDuration, {
          message: `${formatValue(value)} is not a duration`,
          at: { object: `${info.kind}/${this.name}`, path },
          fix: 'write it as Flux reads it, such as "90s", "5m" or "1h30m"',
        }),
      );
    }
  }

  /** As cdk8s renders an object, but for nulls: they mean something (to Helm, `null` deletes a default) and stay. */
  override toJson(): Record<string, unknown> {
    const metadata = metadataOf(this);
    if (this.scopeOfKind === 'Cluster') delete metadata['namespace'];
    const { metadata: more, ...body } = this.#body;
    const whole = {
      apiVersion: this.apiVersion,
      kind: this.kind,
      ...body,
      metadata: more === undefined ? metadata : mergeObjects(metadata, more as object),
    };
    const plain = toPlain(whole, this) as Record<string, unknown>;
    // cdk8s keeps them in a private field.
    const { patches } = this as unknown as { patches: JsonPatch[] };
    return patches.length === 0 ? plain : (toPlain(JsonPatch.apply(plain, ...patches)) as Record<string, unknown>);
  }
}

/** Of others' fields, only their schema knows which hold a duration, and of what form. */
const readsFluxDurations = (apiVersion: string): boolean => /(?:fluxcd\.io|external-secrets\.io)\//.test(apiVersion);

/** The CRDs of these groups have no pattern, so that Go reads what is written. */
const hasNoPattern = (apiVersion: string): boolean =>
  /(?:external-secrets|infra\.contrib\.fluxcd)\.io\//.test(apiVersion);

/** External Secrets' stores take a number of seconds, and External Secrets itself a duration. */
const isInSeconds = (kind: string, { path, value }: { readonly path: string; readonly value: unknown }): boolean =>
  kind.endsWith('SecretStore') && path === 'spec.refreshInterval' && typeof value === 'number';

/** `an Issuer or a ClusterIssuer` */
const listOf = (kinds: readonly string[]): string =>
  kinds
    .map((kind) => kind.slice(kind.lastIndexOf('/') + 1))
    .map((kind) => `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`)
    .join(' or ');

const checkIdentity = (
  object: Manifest,
  props: NamespacedProps,
  info: KindInfo,
  addon: AddonScope | undefined,
): void => {
  if (object.name === '') {
    reportProblem(
      object,
      diagnose(objectName, {
        message: `${info.kind} at "${object.node.path}" has no name`,
        at: { path: object.node.path },
        fix: `give it one: new ${info.kind}(scope, '${object.node.id}', { name: '…' }); only an addon has a default`,
      }),
    );
  }
  if (
    info.scope === 'Namespaced' &&
    object.namespace === undefined &&
    addon !== undefined &&
    props.namespace === undefined
  ) {
    reportProblem(
      object,
      diagnose(objectName, {
        message: `${info.kind} "${object.name}" has no namespace, since addon "${addon.addon}" lives in none`,
        at: { object: `${info.kind}/${object.name}` },
        fix: 'give the addon a `namespace`, or the object its own',
      }),
    );
  }
};
