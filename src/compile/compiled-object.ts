import type { ApiObject } from 'cdk8s';
import type { CopiedObject } from '../constructs/encrypted-file.js';
import type { ImageMark } from '../constructs/image-marks.js';
import type { ReferenceMark } from '../constructs/reference.js';
import type { SetOrigin } from '../flux/resource-sets/resource-set.js';
import type { JsonObject } from '../json/json-value.js';
import type { Site } from '../substitution/sites.js';

/** One object of a cluster as plain JSON, with what is known of where it came from. */
export interface CompiledObject {
  readonly addon: string;
  /** What the rules know its addon by: the name. */
  readonly unit: string;
  /** The Kustomization that owns it, as `namespace/name`; `flux-system/flux-system` for what the root's folder holds. */
  readonly owner: string;
  readonly group: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** `Kind/name`. */
  readonly title: string;
  /** As the addon wrote it; `quoting` says how the tree's file differs. */
  readonly json: JsonObject;
  /** What Flux substitutes in it; nothing where the object says that it must not. */
  readonly sites: readonly Site[];
  readonly construct: ApiObject;
  readonly references: readonly ReferenceMark[];
  /** cdk8s derived the name from the construct's path. */
  readonly derivedName: boolean;
  /** The ResourceSet of which the Flux Operator makes it; absent where it is in the tree itself. */
  readonly madeBy?: SetOrigin & { readonly set: CompiledObject };
  /** Where it stands in a file that the tree has byte for byte. */
  readonly copied?: CopiedObject;
  /** Of a ConfigMap whose name ends in the hash of its content. */
  readonly nameWithoutHash?: string;
  /** The fields that Flux's image automation may update; absent where there are none. */
  readonly imageMarks?: readonly ImageMark[];
  /** Absent where the tree's file holds the object as it is. */
  readonly quoting?: QuotingPlan;
  /** What a reader of the tree wonders about; comments above the object. */
  readonly notes?: readonly string[];
  /** Values that a var's type lets through and that would not arrive at their place as they are. */
  readonly risks?: readonly PlaceRisk[];
}

/** How the file of an object differs from what its addon wrote, so that Flux makes just that of it. */
export interface QuotingPlan {
  /** An annotation tells Flux to substitute nothing. */
  readonly isLeftAlone: boolean;
  /** Sites with another text in the file: escaped, or between quotes of Flux's making. */
  readonly texts: ReadonlyMap<Site, string>;
  /** Those between quotes: whatever the vars come to there is text. */
  readonly wrapped: ReadonlySet<Site>;
  /** Of a Kustomization: the var that gives its objects the quote. */
  readonly substitute?: Readonly<Record<string, string>>;
}

/** A var at one place of an object, with a value that would not arrive there. */
export interface PlaceRisk {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}
