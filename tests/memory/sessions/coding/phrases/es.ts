import type { CodingPhrases } from './phrases.ts';

export const es: CodingPhrases = {
  bug: [
    '<symptom>, creo que es <fn>. ¿Lo miras?',
    'Hay un fallo en <file>: <symptom>. Arréglalo con un test, por favor.',
    'oye, <symptom> (desde ayer|desde el último despliegue), alguna idea?',
    'El ticket <ticket> dice: "<symptom>". Busca la causa.',
  ],
  pasted: ['(esto es lo que sale|la salida):', 'sigue en rojo:', 'del log:'],
  feature: [
    'Lo siguiente: un módulo en <folder> que use <fn>, con tests(, sin mocks|).',
    'Añade <fn> en <file>; que pare a los <n> intentos.',
    'necesitamos algo para <folder>, usa lo que ya hay',
  ],
  rename: [
    'Cambia el nombre de <from> a <to>, en todas partes.',
    '<from> confunde, llámalo <to>(, en los tests también|).',
  ],
  move: [
    'Mueve <names> a <folder>(.| y arregla los imports.)',
    'a ordenar: <names> van en <folder>',
  ],
  remove: ['<names> se puede borrar, ya nadie lo usa.', 'Borra <names>.'],
  restore: [
    'Pues sí necesitamos <file>, vuelve a crearlo.',
    'Un cron usaba <file>, recupéralo porfa.',
  ],
  setting: [
    'Pon <key> en <value><unit>.',
    'Para <key> usamos <value><unit>, (lo he medido|así quedamos con sistemas).',
    'por cierto, <key> = <value><unit>',
  ],
  change: [
    'Corrección: <key> al final <value><unit>, no <old><unit>.',
    'Sistemas pide <value><unit> para <key>; olvida <old>.',
  ],
  serve: [
    'Arranca el servidor y (llama al endpoint|enséñame qué dice).',
    '¿Pero arranca? Enséñame el log.',
  ],
  schema: [
    '¿Qué columnas tiene <table>? Hace falta una para <noun>, escribe la migración.',
    'Mira <table> y prepara la migración de <noun>.',
  ],
  query: [
    '¿Cuántas filas de <table> tienen <column> a null?',
    '¿Está relleno <column> en <table> ya?',
  ],
  where: ['¿En qué archivo estaba <fn>?', 'recuérdame dónde quedó <fn>'],
  whichValue: ['¿Qué valor le pusimos a <key>?', '¿En cuánto quedó <key>?'],
  record: [
    'Actualiza el CHANGELOG con lo que hemos hecho.',
    'Resume en <file> todo lo cambiado, mañana tengo que contarlo.',
  ],
  commit: ['vale, commit', 'Bien, haz commit.', 'Abre un PR con esto.'],
  goBack: [
    'Volvamos a <fn>: <symptom>.',
    'Tu cambio en <fn> tiene un efecto secundario: <symptom>.',
    'otra vez <file>: <symptom>',
  ],
  goBackUnnamed: [
    'Lo que arreglaste al principio vuelve a fallar: <symptom>.',
    'Aquello de antes, lo del <noun>: <symptom>. Míralo otra vez.',
  ],
  lint: ['El linter se queja, déjalo limpio.', 'Comprueba los tipos.'],
  library: [
    'Usa una librería para <noun>, no lo mantengamos nosotros.',
    'Añade <library> y úsala en <file>.',
  ],
  script: [
    'Haz un script pequeño que liste quién llama a <fn>.',
    'Necesito una lista de usos de <fn>, mejor con un script.',
  ],
  go: ['sí', 'dale', '(genial|perfecto), sigue', 'ok', 'gracias, lo siguiente', 'vale'],
  interrupt: ['espera', 'para,', 'no, no era eso'],
  symptoms: [
    'la cuenta de <noun> falla por uno si solo hay un <other>',
    'cada <n> llamadas llega un <noun> vacío',
    'se cuelga si falta el <noun>',
    'dos <noun> con el mismo <other> se pisan',
    'se pierde el <other> al reiniciar',
    'con más de <n> <noun> sale una página de error',
  ],
  look: ['Primero leo `<file>`.', 'Veamos cómo está escrito `<fn>`.', '', 'Empiezo por `<fn>`.'],
  search: ['¿Quién llama a `<fn>`?', 'Busco todos los usos de `<fn>`.', ''],
  cause: [
    'Ya veo el problema: <why>.',
    'La causa: <why>. Solo se nota si `<other>` va antes.',
    'Ajá: <why>.',
  ],
  fix: ['Lo corrijo en `<fn>`.', 'El cambio mínimo:', '', ''],
  run: ['Ahora los tests.', 'Compruebo.', ''],
  red: ['Aún en rojo: `<test>`. Falta la segunda rama.', '`<test>` falla porque <why>.'],
  green: ['Todo pasa.', 'Los tests están en verde.', ''],
  missing: ['`<file>` no existe, lo busco por nombre.', 'Ruta equivocada, listo la carpeta.'],
  compile: ['Queda el nombre viejo: `<fn>` en <file>.', 'Olvidé `<fn>` en `<file>`.'],
  decision: [
    'He decidido: <choice>, porque <reason>.',
    'Nos quedamos con esto: <choice>, ya que <reason>.',
    'En vez de tocar `<other>`: <choice>, pues <reason>.',
  ],
  plan: [
    'Mi plan: primero `<fn>`, luego `<other>`; <file> se queda para el final.',
    'Pendiente:\n- [x] `<other>`\n- [ ] `<fn>`',
  ],
  wrote: ['Ahora un test.', 'Esto va en `<file>`.', ''],
  moved: ['Ahora los imports.', 'Muevo los archivos:', ''],
  done: [
    'Hecho: <why>; `<fn>` en <file> queda corregido.( No he tocado `<other>`.|)',
    'Listo. Cambiados: <names>.',
    '`<fn>` ya se comporta bien. Causa: <why>.',
  ],
  answerPlace: ['`<fn>` está en `<file>`.', 'En <file>, junto a `<other>`.'],
  answerValue: ['`<key>` está en <value><unit> (en <file>).', '<value><unit>.'],
  like: ['El mismo patrón que `<other>` en <file>.', 'Igual que `<other>` antes.'],
  headings: ['## Resumen', '### Qué ha cambiado', '**Resultado:**'],
  causes: [
    '`<fn>` se ejecuta antes de que termine `<other>`',
    'la comparación con <n> en `<fn>` falla por uno',
    '`<fn>` no contempla la lista vacía',
    '`<other>` modifica lo que recibe de `<fn>`',
    'la clave de `<fn>` no incluye el <noun>',
    '`<fn>` se traga el error de `<other>`',
  ],
  choices: [
    '`<fn>` sigue síncrono',
    'un mapa por <noun> en lugar de los bucles',
    'como mucho <n> reintentos',
    'el <noun> se guarda como entero',
    '`<other>` se queda donde está',
  ],
  reasons: [
    'los que llaman tienen un bloqueo',
    'un <noun> puede tener hasta <n> <other>',
    'cualquier otro orden rompe `<other>`',
    'sistemas ya depende de ello',
  ],
};
