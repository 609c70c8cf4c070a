'use strict';
module.exports = [{
  files: ['*.js'],
  languageOptions: { sourceType: 'commonjs', globals: { require: 'readonly', module: 'writable' } },
  rules: { 'no-undef': 'error', 'no-unused-vars': 'error', 'prefer-const': 'error', eqeqeq: 'error' },
}];
