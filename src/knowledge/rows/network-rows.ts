export { isBalancer } from '../form/load-balancers.js';
