// What the LLVM-C API of LLVM 19 does not expose: debug records, the inside of debug-info nodes, and constants
// wider than 64 bits; and which struct a GEP steps through, before linking loses it. The declarations on the Rust side
// are in `ffi.rs`; the two must agree field by field.

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm-c/Core.h"
#include "llvm-c/DebugInfo.h"

using namespace llvm;

extern "C" {

struct HpText {
  const char *data;
  size_t length;
};

// A debug record in front of an instruction.
struct HpDbgRecord {
  LLVMValueRef value;         // the address (declare) or the value; null where there is none
  LLVMMetadataRef variable;   // a DILocalVariable
  bool is_declare;
  bool is_plain;              // the expression is empty
};

struct HpDiType {
  unsigned tag;               // DW_TAG_*
  unsigned flags;
  unsigned line;
  unsigned encoding;          // DW_ATE_*, base types only
  uint64_t size_bits;
  uint64_t offset_bits;
  HpText name;
  LLVMMetadataRef file;
  LLVMMetadataRef scope;
  LLVMMetadataRef base;
  LLVMMetadataRef elements;   // fields, enumerators, subranges, or the types of a function
};

struct HpDiVariable {
  HpText name;
  LLVMMetadataRef type;
  LLVMMetadataRef file;
  unsigned line;
  unsigned argument;          // from 1; 0 for what is no parameter
};

static HpText text(StringRef string) { return {string.data(), string.size()}; }

// Writes up to `capacity` debug records that stand before `instruction`; returns how many there are.
size_t heapproof_dbg_records(LLVMValueRef instruction, HpDbgRecord *out, size_t capacity) {
  auto *inst = cast<Instruction>(unwrap(instruction));
  if (!inst->hasDbgRecords())
    return 0;
  size_t count = 0;
  for (DbgVariableRecord &record : filterDbgVars(inst->getDbgRecordRange())) {
    if (record.isDbgAssign() || record.isKillLocation() || record.hasArgList())
      continue;
    if (count < capacity) {
      Value *value = record.getNumVariableLocationOps() == 1 ? record.getVariableLocationOp(0) : nullptr;
      out[count] = {wrap(value), wrap(record.getVariable()), record.isDbgDeclare(),
                    record.getExpression()->getNumElements() == 0};
    }
    ++count;
  }
  return count;
}

// Whether a label of the source stands before `instruction`.
bool heapproof_has_label(LLVMValueRef instruction) {
  auto *inst = cast<Instruction>(unwrap(instruction));
  return inst->hasDbgRecords() &&
         any_of(inst->getDbgRecordRange(), [](const DbgRecord &record) { return isa<DbgLabelRecord>(record); });
}

unsigned heapproof_md_operand_count(LLVMMetadataRef node) {
  auto *md = dyn_cast_or_null<MDNode>(unwrap(node));
  return md ? md->getNumOperands() : 0;
}

LLVMMetadataRef heapproof_md_operand(LLVMMetadataRef node, unsigned index) {
  auto *md = dyn_cast_or_null<MDNode>(unwrap(node));
  return md && index < md->getNumOperands() ? wrap(md->getOperand(index).get()) : nullptr;
}

// Whether `node` is a DIType, which is then described.
bool heapproof_di_type(LLVMMetadataRef node, HpDiType *out) {
  auto *type = dyn_cast_or_null<DIType>(unwrap(node));
  if (!type)
    return false;
  *out = {};
  out->tag = type->getTag();
  out->flags = type->getFlags();
  out->line = type->getLine();
  out->size_bits = type->getSizeInBits();
  out->offset_bits = type->getOffsetInBits();
  out->name = text(type->getName());
  out->file = wrap(type->getFile());
  out->scope = wrap(type->getScope());
  if (auto *basic = dyn_cast<DIBasicType>(type)) {
    out->encoding = basic->getEncoding();
  } else if (auto *derived = dyn_cast<DIDerivedType>(type)) {
    out->base = wrap(derived->getBaseType());
  } else if (auto *composite = dyn_cast<DICompositeType>(type)) {
    out->base = wrap(composite->getBaseType());
    out->elements = wrap(static_cast<Metadata *>(composite->getElements().get()));
  } else if (auto *function = dyn_cast<DISubroutineType>(type)) {
    out->elements = wrap(static_cast<Metadata *>(function->getTypeArray().get()));
  }
  return true;
}

// Whether `node` is a DISubrange whose count is a known constant, which is then written.
bool heapproof_di_subrange(LLVMMetadataRef node, int64_t *count) {
  auto *range = dyn_cast_or_null<DISubrange>(unwrap(node));
  if (!range)
    return false;
  auto bound = range->getCount();
  auto *constant = bound.is<ConstantInt *>() ? bound.get<ConstantInt *>() : nullptr;
  if (!constant || constant->getBitWidth() > 64)
    return false;
  *count = constant->getSExtValue();
  return true;
}

// Whether `node` is a DIEnumerator, which is then described.
bool heapproof_di_enumerator(LLVMMetadataRef node, HpText *name, int64_t *value) {
  auto *enumerator = dyn_cast_or_null<DIEnumerator>(unwrap(node));
  if (!enumerator)
    return false;
  *name = text(enumerator->getName());
  *value = enumerator->getValue().sextOrTrunc(64).getSExtValue();
  return true;
}

// Whether `node` is a DILocalVariable or DIGlobalVariable, which is then described.
bool heapproof_di_variable(LLVMMetadataRef node, HpDiVariable *out) {
  Metadata *md = unwrap(node);
  if (auto *expression = dyn_cast_or_null<DIGlobalVariableExpression>(md))
    md = expression->getVariable();
  auto *variable = dyn_cast_or_null<DIVariable>(md);
  if (!variable)
    return false;
  auto *local = dyn_cast<DILocalVariable>(variable);
  *out = {text(variable->getName()), wrap(variable->getType()), wrap(variable->getFile()), variable->getLine(),
          local ? local->getArg() : 0};
  return true;
}

// Whether `node` is a DISubprogram, which is then described (its type is a DISubroutineType).
bool heapproof_di_subprogram(LLVMMetadataRef node, HpDiVariable *out) {
  auto *subprogram = dyn_cast_or_null<DISubprogram>(unwrap(node));
  if (!subprogram)
    return false;
  *out = {text(subprogram->getName()), wrap(subprogram->getType()), wrap(subprogram->getFile()),
          subprogram->getLine(), 0};
  return true;
}

// The scope that a lexical block, a local variable or a location is in; null for other nodes.
LLVMMetadataRef heapproof_di_scope(LLVMMetadataRef node) {
  Metadata *md = unwrap(node);
  if (auto *block = dyn_cast_or_null<DILexicalBlockBase>(md))
    return wrap(block->getScope());
  if (auto *variable = dyn_cast_or_null<DILocalVariable>(md))
    return wrap(variable->getScope());
  if (auto *location = dyn_cast_or_null<DILocation>(md))
    return wrap(location->getScope());
  return nullptr;
}

// Where the statement begins that a branch closes the loop of: a DILocation, or null.
LLVMMetadataRef heapproof_loop_start(LLVMValueRef instruction) {
  MDNode *loop = cast<Instruction>(unwrap(instruction))->getMetadata(LLVMContext::MD_loop);
  if (!loop)
    return nullptr;
  for (const MDOperand &operand : loop->operands())
    if (auto *location = dyn_cast_or_null<DILocation>(operand.get()))
      return wrap(location);
  return nullptr;
}

// Writes the retained types of all compile units; returns how many there are.
size_t heapproof_retained_types(LLVMModuleRef module, LLVMMetadataRef *out, size_t capacity) {
  size_t count = 0;
  for (DICompileUnit *unit : unwrap(module)->debug_compile_units())
    for (DIScope *scope : unit->getRetainedTypes())
      if (auto *type = dyn_cast_or_null<DIType>(scope)) {
        if (count < capacity)
          out[count] = wrap(type);
        ++count;
      }
  return count;
}

// The DIGlobalVariableExpression of a global variable, or null.
LLVMMetadataRef heapproof_global_debug(LLVMValueRef global) {
  SmallVector<DIGlobalVariableExpression *, 1> expressions;
  cast<GlobalVariable>(unwrap(global))->getDebugInfo(expressions);
  return expressions.empty() ? nullptr : wrap(expressions.front());
}

// The low 128 bits of an integer constant, two words.
void heapproof_int_words(LLVMValueRef constant, uint64_t *out) {
  APInt value = cast<ConstantInt>(unwrap(constant))->getValue().zextOrTrunc(128);
  out[0] = value.getRawData()[0];
  out[1] = value.getRawData()[1];
}

// The encoding of a floating-point constant, two words.
void heapproof_float_words(LLVMValueRef constant, uint64_t *out) {
  APInt value = cast<ConstantFP>(unwrap(constant))->getValueAPF().bitcastToAPInt().zextOrTrunc(128);
  out[0] = value.getRawData()[0];
  out[1] = value.getRawData()[1];
}

// The elements of a constant data array or vector, as the host stores them.
HpText heapproof_data_bytes(LLVMValueRef constant) {
  return text(cast<ConstantDataSequential>(unwrap(constant))->getRawDataValues());
}

static const char record_kind[] = "heapproof.record";

// Writes to each GEP through a named struct type how that is called: linking a module into another makes one type of all
// struct types with the same members.
void heapproof_note_records(LLVMModuleRef module) {
  LLVMContext &context = unwrap(module)->getContext();
  const unsigned kind = context.getMDKindID(record_kind);
  DenseMap<StructType *, MDNode *> notes;
  for (Function &function : *unwrap(module)) {
    for (Instruction &instruction : instructions(function)) {
      auto *gep = dyn_cast<GetElementPtrInst>(&instruction);
      auto *type = gep ? dyn_cast<StructType>(gep->getSourceElementType()) : nullptr;
      if (!type || !type->hasName())
        continue;
      MDNode *&note = notes[type];
      if (!note)
        note = MDNode::get(context, MDString::get(context, type->getName()));
      gep->setMetadata(kind, note);
    }
  }
}

// The name of the struct type that a GEP steps through, as its file has it; empty where it has none.
HpText heapproof_gep_record(LLVMValueRef gep) {
  if (auto *instruction = dyn_cast<Instruction>(unwrap(gep)))
    if (MDNode *note = instruction->hasMetadataOtherThanDebugLoc() ? instruction->getMetadata(record_kind) : nullptr)
      return text(cast<MDString>(note->getOperand(0))->getString());
  auto *type = dyn_cast<StructType>(cast<GEPOperator>(unwrap(gep))->getSourceElementType());
  return type && type->hasName() ? text(type->getName()) : HpText{nullptr, 0};
}

// The name of the operation of an atomicrmw, such as "add".
HpText heapproof_rmw_name(LLVMValueRef instruction) {
  return text(AtomicRMWInst::getOperationName(cast<AtomicRMWInst>(unwrap(instruction))->getOperation()));
}
}
