export { isShorterTime, isSmallerSize, losesClaims, shorterRetention, withoutClaims } from '../form/prometheus-data.js';
