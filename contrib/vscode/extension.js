// Starts `heapproof lsp` for C files. Everything else is in the server.
'use strict';
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function send(command) {
  const editor = vscode.window.activeTextEditor;
  if (editor && client) {
    const uri = editor.document.uri.toString();
    client.sendRequest('workspace/executeCommand', { command, arguments: [uri] });
  }
}

async function activate(context) {
  const command = vscode.workspace.getConfiguration('heapproof').get('path') || 'heapproof';
  client = new LanguageClient('heapproof', 'heapproof', { command, args: ['lsp'] }, {
    documentSelector: [{ scheme: 'file', language: 'c' }],
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('heapproof.check', () => send('heapproof.run')),
    vscode.commands.registerCommand('heapproof.showReport', () => send('heapproof.report')),
  );
  await client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
