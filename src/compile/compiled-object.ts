import type { ApiObject } from 'cdk8s';
import type { Reference } from '../constructs/reference.js';
import type { JsonObject } from '../json/json-value.js';

/** One object of a cluster as plain JSON, with what is known of where it came from. */
export interface CompiledObject {
  readonly addon: string;
  /** The Kustomization that owns it; `flux-system` for what the root's folder holds. */
  readonly owner: string;
  readonly group: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** `Kind/name`. */
  readonly title: string;
  readonly json: JsonObject;
  readonly construct: ApiObject;
  readonly references: readonly Reference[];
  /** cdk8s derived the name from the construct's path. */
  readonly derivedName: boolean;
  /** What a reader of the tree wonders about; comments above the object. */
  readonly notes?: readonly string[];
  /** Values that a var's type lets through and that would not arrive at their place as they are. */
  readonly risks?: readonly PlaceRisk[];
}

/** A var at one place of an object, with a value that would not arrive there. */
export interface PlaceRisk {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}
