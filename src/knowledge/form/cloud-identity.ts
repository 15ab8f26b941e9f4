import type { EffectRow } from './effect.js';
import { ofValues } from './helm-release.js';
import { annotationAt } from './path.js';
import { left } from './when.js';

/** The effect of another cloud identity for a ServiceAccount. */
const otherIdentity = {
  severity: 'warning',
  says: 'acts as another identity in its cloud',
  effect:
    'its pods get the rights of the other identity when they start the next time, or none, and lose those that they had',
  instead: 'first give the other identity the same rights, and let it trust this ServiceAccount',
} as const;

/**
 * @param annotation the annotation of a ServiceAccount with which a cloud identifies its pods; charts accept it for
 * their own ServiceAccounts
 */
export const cloudIdentity = (annotation: string): readonly EffectRow[] => [
  { ...otherIdentity, on: '/ServiceAccount', at: annotationAt(annotation), when: left },
  {
    ...otherIdentity,
    ...ofValues(`annotations.'${annotation}'`),
    when: (was, is, { path }) =>
      typeof was === 'string' && was !== '' && was !== is && path.slice(0, -2).some(isOfServiceAccount),
  },
];

const isOfServiceAccount = (key: string | number): boolean => /serviceAccounts?$/i.test(String(key));
