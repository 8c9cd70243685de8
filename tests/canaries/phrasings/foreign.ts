/**
 * What bilingual users and agents throw in: Chinese, Japanese, Korean, Arabic, Hebrew, Persian. Decides
 * wording alone.
 */

/** A user's whole message: what holds from now on, and what is just said. */
export const foreignUser = {
  cjk: {
    orders: [
      '提交之前请务必先跑一遍 {command} 。',
      '本番環境のデータベースには絶対に書き込まないでください（{symbol} も同じです）。',
      '응답 시간은 {number} 이내여야 합니다. 꼭 지켜 주세요.',
      '这个版本先停在 {version} ，不要再升级了。',
    ],
    others: [
      '顺便说一下，{name} 下周不在，有问题直接找我。',
      'この件の締め切りは {date} です。よろしくお願いします。',
      '配置文件是 {path} ，不是另外那个。',
      '문서는 {url} 에 있으니 참고해 주세요.',
    ],
  },
  rtl: {
    orders: [
      'من فضلك لا تحذف الملف {path} قبل أن أراجعه.',
      'נא לא לגעת בקובץ {path} עד שאאשר.',
      'لطفاً بدون اجازهٔ من چیزی در {url} منتشر نکن.',
      'تأكد دائماً من تشغيل {command} قبل الإرسال.',
    ],
    others: [
      'الموعد النهائي هو {date} ولا يمكن تأجيله.',
      'اسأل {name} عن الفواتير، فهو يعرف التفاصيل.',
      'הגרסה שאושרה היא {version} ולא אחרת.',
      'المحضر موجود هنا: {url}',
    ],
  },
} as const;

/** A statement of an agent. The value is what must be found again. */
export const foreignFacts = {
  cjk: [
    '问题出在 {path} 这个文件里。',
    '原因は {symbol} の初期化順序でした。',
    '测得的最大值是{number}，比预期高。',
    '수정된 버전은 {version} 입니다.',
    '詳細は {url} にまとめてあります。',
    '配置已经移到{path}，旧的可以忽略。',
  ],
  rtl: [
    'سبب المشكلة موجود في {path} بالتحديد.',
    'أعلى قيمة مسجلة هي {number} حتى الآن.',
    'הבעיה נגרמה על ידי {symbol} בזמן ההפעלה.',
    'הגרסה המתוקנת היא {version} .',
    'جزئیات در {url} آمده است.',
  ],
} as const;
