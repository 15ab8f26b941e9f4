import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';

/** What the code says of a place where an object names another one; the JSON says which. */
export interface ReferenceMark {
  /** Where the referring object names it. */
  readonly path: string;
  /** Others make the object. */
  readonly external: boolean;
  /** The construct, where one was given. */
  readonly target?: IConstruct | undefined;
}

/** Says of a reference that its object comes from outside of fluxspan. */
export interface ExternalMark {
  /** Nothing checks that the object is there. @default false */
  readonly external?: boolean;
}

/**
 * An object given where the API takes the name of one: of a class of fluxspan, which knows its kind. Of any other
 * construct give the name: `secret.name`.
 */
export type ObjectRef<K extends string = string> = ApiObject & { readonly kind: K };

/** The fields that name an object, where the object itself may be given instead. */
export interface ReferenceFields {
  /** Something other than fluxspan makes the object, so nothing checks that it is there. @default false */
  readonly external?: boolean;
  /** No object is taken for the fields that name one. */
  readonly node?: never;
}

/** A Secret, or an object that makes one: its name stands for that of the Secret. */
export type SecretObject = ObjectRef<'Certificate' | 'ExternalSecret' | 'SealedSecret' | 'Secret'>;

/** Whether what was given for a reference is the construct itself. */
export const isConstructRef = (ref: unknown): ref is ApiObject =>
  typeof ref === 'object' && ref !== null && 'node' in ref && 'kind' in ref && 'metadata' in ref;

export const groupOf = (apiVersion: string): string => {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
};
