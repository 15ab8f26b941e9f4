import type { TerraformResource } from '../../terraform/read/index.js';

/** Whether a plan takes a resource away. */
export const isGone = ({ actions = [] }: Pick<TerraformResource, 'actions'>): boolean =>
  actions.includes('forget') || (actions.includes('delete') && !actions.includes('create'));
