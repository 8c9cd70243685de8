import type { CodingPhrases } from './phrases.ts';

export const pt: CodingPhrases = {
  bug: [
    '<symptom>, acho que é no <fn>. Dá uma olhada?',
    'Tem um bug em <file>: <symptom>. Corrige com teste, por favor.',
    'oi, <symptom> (desde ontem|depois do deploy), alguma ideia?',
    'O chamado <ticket> diz: "<symptom>". Descubra a causa.',
  ],
  pasted: ['(olha a saída|o que aparece aqui):', 'continua vermelho:', 'do log:'],
  feature: [
    'Agora: um módulo em <folder> que use <fn>, com testes(, sem mocks|).',
    'Adicione <fn> em <file>; tem que parar depois de <n> tentativas.',
    'precisamos de algo pra <folder>, aproveita o que já existe',
  ],
  rename: [
    'Renomeie <from> para <to>, em todo lugar.',
    '<from> confunde, chama de <to>(, nos testes também|).',
  ],
  move: [
    'Mova <names> para <folder>(.| e ajuste os imports.)',
    'arrumação: <names> vão pra <folder>',
  ],
  remove: ['<names> pode sair, ninguém usa mais.', 'Apaga <names>.'],
  restore: [
    'Na verdade ainda precisamos de <file>, traz de volta.',
    'Um cron usava <file>, recria por favor.',
  ],
  setting: [
    'Coloca <key> em <value><unit>.',
    'Pra <key> usamos <value><unit>, (eu medi|combinado com a operação).',
    'aproveitando, <key> = <value><unit>',
  ],
  change: [
    'Correção: <key> fica <value><unit>, não <old><unit>.',
    'A operação pediu <value><unit> no <key>; esquece <old>.',
  ],
  serve: [
    'Sobe o servidor e (chama o endpoint|me mostra o que ele diz).',
    'Isso sobe? Mostra o log.',
  ],
  schema: [
    'Quais colunas tem <table>? Precisa de uma pra <noun>, escreve a migração.',
    'Olha <table> no banco e prepara a migração de <noun>.',
  ],
  query: [
    'Quantas linhas de <table> têm <column> nulo?',
    '<column> já está preenchida em <table>?',
  ],
  where: ['Em que arquivo ficou <fn> mesmo?', 'me lembra onde está <fn>'],
  whichValue: ['Quanto a gente colocou em <key>?', 'Qual valor ficou em <key> no fim?'],
  record: [
    'Atualiza o CHANGELOG com o que fizemos.',
    'Resume em <file> tudo que mudou, amanhã preciso apresentar.',
  ],
  commit: ['ok, commita', 'Beleza, faz o commit.', 'Abre um PR pra isso.'],
  goBack: [
    'Voltando ao <fn>: <symptom>.',
    'Sua mudança em <fn> teve efeito colateral: <symptom>.',
    'de novo <file>: <symptom>',
  ],
  goBackUnnamed: [
    'Aquilo que você arrumou lá no começo voltou: <symptom>.',
    'Aquele ponto de antes, do <noun>: <symptom>. Olha de novo.',
  ],
  lint: ['O linter reclamou, deixa limpo.', 'Confere os tipos.'],
  library: [
    'Usa uma biblioteca pra <noun>, não vamos manter isso.',
    'Adiciona <library> e usa em <file>.',
  ],
  script: [
    'Faz um scriptzinho que lista quem chama <fn>.',
    'Preciso da lista de usos de <fn>, melhor com script.',
  ],
  go: ['sim', 'manda', '(ótimo|show), continua', 'ok', 'valeu, próximo', 'pode ser'],
  interrupt: ['espera', 'para,', 'não, não era isso'],
  symptoms: [
    'a contagem de <noun> erra por um quando só tem um <other>',
    'a cada <n> chamadas vem um <noun> vazio',
    'trava quando falta o <noun>',
    'dois <noun> com o mesmo <other> se sobrescrevem',
    'o <other> some depois do restart',
    'com mais de <n> <noun> aparece página de erro',
  ],
  look: [
    'Primeiro leio `<file>`.',
    'Vamos ver como `<fn>` está escrito.',
    '',
    'Começo por `<fn>`.',
  ],
  search: ['Quem chama `<fn>`?', 'Procurando os usos de `<fn>`.', ''],
  cause: [
    'Achei o problema: <why>.',
    'A causa: <why>. Só aparece se `<other>` rodar antes.',
    'Ah: <why>.',
  ],
  fix: ['Corrigindo em `<fn>`.', 'A menor mudança:', '', ''],
  run: ['Agora os testes.', 'Conferindo.', ''],
  red: ['Ainda vermelho: `<test>`. Falta o segundo ramo.', '`<test>` falha porque <why>.'],
  green: ['Tudo passando.', 'Testes verdes.', ''],
  missing: ['`<file>` não existe, procuro pelo nome.', 'Caminho errado, listo a pasta.'],
  compile: ['Sobrou o nome antigo: `<fn>` em <file>.', 'Esqueci `<fn>` em `<file>`.'],
  decision: [
    'Decidi assim: <choice>, porque <reason>.',
    'Ficamos com isto: <choice>, já que <reason>.',
    'Em vez de mexer em `<other>`: <choice>, pois <reason>.',
  ],
  plan: [
    'Meu plano: primeiro `<fn>`, depois `<other>`; <file> fica por último.',
    'Falta:\n- [x] `<other>`\n- [ ] `<fn>`',
  ],
  wrote: ['Agora um teste.', 'Isso vai em `<file>`.', ''],
  moved: ['Agora os imports.', 'Movendo:', ''],
  done: [
    'Pronto: <why>; `<fn>` em <file> foi corrigido.( Não mexi em `<other>`.|)',
    'Feito. Alterados: <names>.',
    '`<fn>` agora se comporta. Causa: <why>.',
  ],
  answerPlace: ['`<fn>` está em `<file>`.', 'Em <file>, ao lado de `<other>`.'],
  answerValue: ['`<key>` está em <value><unit> (em <file>).', '<value><unit>.'],
  like: ['Mesmo padrão de `<other>` em <file>.', 'Igual ao `<other>` de antes.'],
  headings: ['## Resumo', '### O que mudou', '**Resultado:**'],
  causes: [
    '`<fn>` roda antes de `<other>` terminar',
    'a comparação com <n> em `<fn>` erra por um',
    '`<fn>` não trata a lista vazia',
    '`<other>` altera o que recebe de `<fn>`',
    'a chave de `<fn>` deixa o <noun> de fora',
    '`<fn>` engole o erro de `<other>`',
  ],
  choices: [
    '`<fn>` continua síncrono',
    'um mapa por <noun> no lugar dos laços',
    'no máximo <n> tentativas',
    'o <noun> guardado como inteiro',
    '`<other>` fica onde está',
  ],
  reasons: [
    'quem chama segura um lock',
    'um <noun> pode ter até <n> <other>',
    'qualquer outra ordem quebra `<other>`',
    'a operação já depende disso',
  ],
};
