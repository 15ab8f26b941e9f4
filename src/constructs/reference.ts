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

/** Whether what was given for a reference is the construct itself. */
export const isConstructRef = (ref: unknown): ref is ApiObject =>
  typeof ref === 'object' && ref !== null && 'node' in ref && 'kind' in ref && 'metadata' in ref;

export const groupOf = (apiVersion: string): string => {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
};
