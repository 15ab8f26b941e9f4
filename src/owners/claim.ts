import type { Place } from '../diagnostics/index.js';
import type { JsonObject } from '../json/json-value.js';
import type { TerraformResource } from '../terraform/read/index.js';
import type { Identity } from './identity.js';

/** Who owns something in a cluster. */
export type OwnerTool =
  | 'flux'
  | 'helm'
  | 'terraform'
  | 'tofu-controller'
  | 'crossplane'
  | 'operator'
  | 'bootstrap'
  | 'person';

/** An object that Flux applies, whatever it was read from. */
export interface AppliedObject {
  readonly group: string;
  readonly kind: string;
  /** Empty for an object of the cluster. */
  readonly namespace: string;
  readonly name: string;
  readonly json: JsonObject;
  /** In messages: `Kustomization "shop"`. */
  readonly owner: string;
  readonly at: Place;
}

/** Something that an object of the tree owns: itself, a release, a resource of a cloud. */
export interface TreeClaim {
  readonly identity: Identity;
  readonly tool: OwnerTool;
  /** In messages: `Kustomization "shop"`, `HelmRelease/redis of Kustomization "shop"`. */
  readonly owner: string;
  readonly object: AppliedObject;
  /** How the object's side lets go, if that isn't to remove the object. */
  readonly letsGo?: string;
  /** Why it isn't certain that the object owns it, as a note. */
  readonly doubt?: string;
  /** There may be no such thing: it isn't listed. */
  readonly isPossible?: true;
  /** Of a release: the chart's name. */
  readonly chart?: string;
  /** Of a cloud's resource: by Terraform's attribute, what else must be equal if both sides say it. */
  readonly within?: ReadonlyMap<string, string>;
  /** Of a cloud's resource: no two in the cloud have this name. */
  readonly isGlobal?: boolean;
  /** Of a cloud's resource: it may be in another account. */
  readonly mayBeElsewhere?: boolean;
}

/** Something that a resource of Terraform, Pulumi or the AWS CDK owns. */
export interface ToolClaim {
  readonly identity: Identity;
  readonly resource: TerraformResource;
  /** In messages: `Terraform's helm_release.redis`. */
  readonly owner: string;
  /** Why it isn't certain, as a note; undefined if it is. */
  readonly doubt?: string;
}
