import type { FoundReference } from '../../rules/references/find-references.js';
import type { MadeObject } from '../terraform/made-object.js';

/** A name that something makes or reads. */
export interface Named {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  isMade: boolean;
  readonly readers: FoundReference[];
  /** What makes it in Terraform. */
  outside?: MadeObject;
  /** Only Terraform makes it, and nothing mentions it. */
  isUnused?: boolean;
}

/** What a name that nothing makes was most likely to be. */
export interface Near {
  readonly named: Named;
  /** `lone`: nothing else needs the one, and nothing else can be the other. */
  readonly how: 'twin' | 'alike' | 'elsewhere' | 'lone';
}

/** The namespace of what Terraform makes in a namespace that it alone knows. */
export const ANY = '*';
