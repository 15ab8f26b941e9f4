import type { JsonObject } from '../../json/json-value.js';

/** A kind of cloud resource that an operator manages, and Terraform may manage, too. */
export interface CloudKind {
  /** What people call it: `IAM role`. */
  readonly what: string;
  /** `group/Kind` of the operator's objects. */
  readonly kinds: readonly string[];
  /** The path of the resource's name in the operator's object. @default - what `nameOf` of the operator finds */
  readonly nameAt?: string;
  /** The external name is an id, ARN or URL, and `nameAt` alone has the name. */
  readonly hasOtherId?: true;
  /** By Terraform's type, the attribute with the same name; a type of Azure's own API (`Microsoft.Cache/redis`) counts, too. */
  readonly terraform: Readonly<Record<string, string>>;
  /** No two in the whole cloud have the same name. */
  readonly isGlobal?: true;
  /** What else must be equal, if both sides say it: Terraform's attribute, and the path in the operator's object. */
  readonly within?: readonly {
    readonly terraform: string;
    readonly at: string;
    /** What is there is the name of an object of this `group/Kind` in the same namespace, which has a name in the cloud. */
    readonly names?: string;
  }[];
}

/** A kind of DNS record that an operator manages. */
export interface RecordKind {
  /** `group/Kind` of the operator's object. */
  readonly kind: string;
  readonly nameAt: string;
  readonly typeAt: string;
  /** The path of the id of its zone, as Terraform has it. */
  readonly zoneAt?: string;
  /** The zone's own name isn't part of the name. */
  readonly isRelative?: true;
}

/** An operator that manages resources of a cloud, each by one object. */
export interface CloudOperator {
  /** Its name in messages: `Crossplane`. */
  readonly name: string;
  /** The API groups of its objects, with `*`. */
  readonly groups: readonly string[];
  readonly kinds: readonly CloudKind[];
  readonly records?: readonly RecordKind[];
  /** The resource's name in the cloud; undefined if the object doesn't say it. */
  nameOf(object: JsonObject, kind: CloudKind): string | undefined;
  /** Whether it changes the resource, and doesn't only look at it. */
  manages(object: JsonObject): boolean;
  /** Whether the object's account may be another one than that of the cluster. */
  mayBeElsewhere(object: JsonObject): boolean;
  /** How to let it look only: `set spec.managementPolicies: ['Observe']`. */
  readonly observe: string;
}
