import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { staleOffer } from '../diagnostics.js';
import type { Offer } from './offer.js';
import { otherThan, readOffer } from './parse-offer.js';

const PUBLISHED: unique symbol = Symbol.for('fluxspan.published') as never;

/** What a platform has published for a tenant in a cluster, as the module that `fluxspan import platform` writes exports it. */
export interface Published<C extends string = string, P extends string = string> {
  /** The name of the cluster. */
  readonly cluster: C;
  /** API groups that the cluster has, beside those of Kubernetes and Flux. */
  readonly apis: readonly P[];
}

/** What {@link published} found in the file. */
export interface ReadOffer {
  /** Undefined if the file is refused. */
  readonly offer: Offer | undefined;
  /** Its path, relative to the project. */
  readonly file: string;
  readonly problems: readonly Diagnostic[];
}

/** What the module says of the file that it was written from. */
export interface PublishedFile<C extends string = string, P extends string = string> {
  /** The name of the tenant. */
  readonly tenant: string;
  /** The name of the cluster. */
  readonly cluster: C;
  /** API groups that the cluster has, beside those of Kubernetes and Flux. */
  readonly apis: readonly P[];
  /** Its path, relative to the project. */
  readonly file: string;
  /** The hash that it has. */
  readonly hash: string;
}

/**
 * Reads what a platform has published for a tenant: for the module that `fluxspan import platform` writes. What is wrong
 * with the file is reported by synth.
 *
 * @param json what the file holds
 */
export const published = <const C extends string, const P extends string = never>(
  { tenant, cluster, apis, file, hash }: PublishedFile<C, P>,
  json: unknown,
): Published<C, P> => {
  const read = readOffer(json, file);
  const problems: Diagnostic[] = [];
  const offer = read.ok ? read.value : undefined;
  const other = offer === undefined ? undefined : otherThan(offer, { tenant, cluster }, file);
  if (!read.ok) problems.push(read.problem);
  else if (other !== undefined) problems.push(other);
  else if (isObject(json) && json['hash'] !== hash) {
    problems.push(
      diagnose(staleOffer, {
        message: `the module with the types of ${file} was written from an earlier file`,
        at: { file },
        fix: `npx fluxspan import platform ${file}`,
      }),
    );
  }
  const kept: ReadOffer = { offer: other === undefined ? offer : undefined, file, problems };
  return Object.defineProperty({ cluster, apis }, PUBLISHED, { value: kept });
};

/** What was read; undefined for what isn't from {@link published}. */
export const readOf = (value: unknown): ReadOffer | undefined =>
  typeof value === 'object' && value !== null ? (value as { readonly [PUBLISHED]?: ReadOffer })[PUBLISHED] : undefined;
